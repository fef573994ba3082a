package dev.chartroom.adapters.http.response;

import dev.chartroom.adapters.http.connection.Watchdog;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Drops clients of watches over HTTP/1.1 that do not read: a write that takes too long is interrupted, which closes the
 * socket on which it waits. Never for one that others share.
 */
public final class StalledWrites implements AutoCloseable {
    private final Duration patience;
    private final Watchdog watchdog;

    /** @param patience how long a write may take */
    public StalledWrites(Duration patience) {
        this.patience = patience;
        this.watchdog = new Watchdog(patience.dividedBy(4));
    }

    /** A stream to a client whose writes are bounded, until it is closed. */
    public OutputStream bounded(OutputStream out) {
        return new BoundedStream(out, watchdog.guard(), patience);
    }

    @Override
    public void close() {
        watchdog.close();
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }

    private static final class BoundedStream extends OutputStream {
        private final OutputStream out;
        private final Watchdog.Guard guard;
        private final Duration patience;

        BoundedStream(OutputStream out, Watchdog.Guard guard, Duration patience) {
            this.out = out;
            this.guard = guard;
            this.patience = patience;
        }

        @Override
        public void write(int b) throws IOException {
            bounded(() -> out.write(b));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            bounded(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            bounded(out::flush);
        }

        @Override
        public void close() throws IOException {
            try {
                bounded(out::close);
            } finally {
                guard.close();
            }
        }

        private void bounded(Write write) throws IOException {
            guard.begin(patience);
            try {
                write.run();
            } finally {
                guard.end();
            }
        }
    }
}

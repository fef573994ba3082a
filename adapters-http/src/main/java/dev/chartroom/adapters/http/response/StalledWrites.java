package dev.chartroom.adapters.http.response;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Drops clients of watches over HTTP/1.1 that do not read: a write that takes too long is interrupted. The threads of
 * connections are virtual, and for such a thread that closes the socket on which it waits: never one that others share.
 */
public final class StalledWrites implements AutoCloseable {
    private final Duration patience;
    private final Set<BoundedStream> streams = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService sweeps = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("stalled-writes").factory());

    /** @param patience how long a write may take */
    public StalledWrites(Duration patience) {
        this.patience = patience;
        long interval = Math.max(1, patience.toNanos() / 4);
        var _ = sweeps.scheduleWithFixedDelay(this::sweep, interval, interval, TimeUnit.NANOSECONDS);
    }

    /** A stream to a client whose writes are bounded, until it is closed. */
    public OutputStream bounded(OutputStream out) {
        BoundedStream stream = new BoundedStream(out);
        streams.add(stream);
        return stream;
    }

    private void sweep() {
        streams.forEach(BoundedStream::interruptIfStalled);
    }

    @Override
    public void close() {
        sweeps.shutdownNow();
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }

    private final class BoundedStream extends OutputStream {
        private final OutputStream out;
        private final Thread writer = Thread.currentThread();
        private final ReentrantLock lock = new ReentrantLock();
        private boolean writing;
        private boolean interrupted;
        private long begun;

        BoundedStream(OutputStream out) {
            this.out = out;
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
                streams.remove(this);
            }
        }

        private void bounded(Write write) throws IOException {
            writing(true);
            try {
                write.run();
            } finally {
                writing(false);
            }
        }

        private void writing(boolean now) {
            lock.lock();
            try {
                begun = System.nanoTime();
                writing = now;
                if (!now && interrupted) {
                    interrupted = false;
                    Thread.interrupted();
                }
            } finally {
                lock.unlock();
            }
        }

        /** Under the lock, and taken back when the write is over, so that it never reaches what the thread does next. */
        void interruptIfStalled() {
            lock.lock();
            try {
                if (writing && System.nanoTime() - begun > patience.toNanos()) {
                    interrupted = true;
                    writer.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}

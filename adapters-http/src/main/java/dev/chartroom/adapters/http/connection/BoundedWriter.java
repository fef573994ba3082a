package dev.chartroom.adapters.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.time.Duration;

/**
 * Ends a connection whose client does not read: it interrupts a write that takes too long, and the interruption closes
 * the socket. To be used by one thread at a time.
 */
record BoundedWriter(DataWriter out, Watchdog.Guard guard, Duration timeout) implements DataWriter {

    @Override
    public void write(BufferData... buffers) {
        bounded(() -> out.write(buffers));
    }

    @Override
    public void write(BufferData buffer) {
        bounded(() -> out.write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
        bounded(() -> out.writeNow(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
        bounded(() -> out.writeNow(buffer));
    }

    @Override
    public void flush() {
        bounded(out::flush);
    }

    @Override
    public void close() {
        bounded(out::close);
    }

    private void bounded(Runnable write) {
        guard.begin(timeout);
        try {
            write.run();
        } finally {
            guard.end();
        }
    }
}

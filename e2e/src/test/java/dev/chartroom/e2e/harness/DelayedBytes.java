package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The bytes on their way in one direction of a connection. They arrive late, as over a long distance. The delay does not limit
 * how many arrive in a second, because 1,024 parts can be on their way.
 */
final class DelayedBytes {
    private final BlockingQueue<Part> parts = new ArrayBlockingQueue<>(1024);

    /**
     * @param bytes none at the end of the stream
     * @param due the time of arrival, as of {@link System#nanoTime}
     */
    private record Part(ByteBuffer bytes, long due) {
        boolean isEnd() {
            return bytes.capacity() == 0;
        }
    }

    /** Sends one byte or more, which arrive after this time and after all bytes before them. */
    void send(byte[] bytes, long delayMillis) {
        Part part = new Part(ByteBuffer.wrap(bytes), System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMillis));
        try {
            parts.put(part);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Ends the stream after all bytes before. */
    void end() {
        send(new byte[0], 0);
    }

    /** Writes the bytes when they arrive. Returns at the end of the stream. */
    void receive(OutputStream out) throws IOException {
        for (Part part = next(); !part.isEnd(); part = next()) {
            out.write(part.bytes().array());
        }
    }

    /** Drops all bytes until the end of the stream, so that no sender waits. */
    void discard() {
        Part part = next();
        while (!part.isEnd()) {
            part = next();
        }
    }

    private Part next() {
        try {
            Part part = parts.take();
            TimeUnit.NANOSECONDS.sleep(part.due() - System.nanoTime());
            return part;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }
}

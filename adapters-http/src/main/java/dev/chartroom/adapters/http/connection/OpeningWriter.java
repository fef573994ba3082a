package dev.chartroom.adapters.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.util.stream.IntStream;

/**
 * Drops the chunk that makes Helidon send the headers of a watch over HTTP/1.1. Helidon sends no headers without a byte
 * of the body. A client that splits the body into lines would take that byte, a space, for an event. To be used by one
 * thread at a time.
 */
record OpeningWriter(DataWriter out) implements DataWriter {
    /** {@link RequestBody#opening()} in a chunk of its own. */
    private static final byte[] CHUNK = {'1', '\r', '\n', ' ', '\r', '\n'};

    @Override
    public void write(BufferData... buffers) {
        out.write(buffers);
    }

    @Override
    public void write(BufferData buffer) {
        if (!isOpening(buffer)) {
            out.write(buffer);
        }
    }

    @Override
    public void writeNow(BufferData... buffers) {
        out.writeNow(buffers);
    }

    @Override
    public void writeNow(BufferData buffer) {
        if (!isOpening(buffer)) {
            out.writeNow(buffer);
        }
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.close();
    }

    private static boolean isOpening(BufferData buffer) {
        return buffer.available() == CHUNK.length
                && IntStream.range(0, CHUNK.length).allMatch(i -> buffer.get(i) == CHUNK[i]);
    }
}

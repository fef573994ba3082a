package dev.chartroom.adapters.http.response;

import dev.chartroom.core.request.ServerCapacity;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Writes to a client, which might read slowly. While a request waits for the client, it gives up its turn. */
final class WaitingStream extends FilterOutputStream {

    WaitingStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        ServerCapacity.waiting(() -> out.write(b));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        ServerCapacity.waiting(() -> out.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
        ServerCapacity.waiting(out::flush);
    }

    @Override
    public void close() throws IOException {
        ServerCapacity.waiting(out::close);
    }
}

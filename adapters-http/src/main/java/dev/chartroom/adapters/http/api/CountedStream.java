package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.rendering.RenderedList;
import dev.chartroom.core.request.ServerCapacity;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Counts the bytes of an answer that the server keeps until the request ends. Rejects a write if there is no room for
 * it.
 */
final class CountedStream extends FilterOutputStream {

    private CountedStream(OutputStream out) {
        super(out);
    }

    /**
     * Returns the whole list as JSON, for an audit event that contains the list.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException TooManyRequests if there is no room for the list
     */
    static byte[] whole(RenderedList list) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try {
            list.writeJson(new CountedStream(json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return json.toByteArray();
    }

    @Override
    public void write(int b) throws IOException {
        ServerCapacity.current().ifPresent(share -> share.keep(1));
        out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        ServerCapacity.current().ifPresent(share -> share.keep(length));
        out.write(bytes, offset, length);
    }
}

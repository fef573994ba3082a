package dev.chartroom.adapters.http.connection;

import java.io.InputStream;

/** A body over HTTP/2, whose stream ends with the answer ({@link RequestStream}). */
record MultiplexedBody(StreamBody body) implements RequestBody {

    @Override
    public InputStream content() {
        return body;
    }

    @Override
    public void discard() {
        body.discard();
    }
}

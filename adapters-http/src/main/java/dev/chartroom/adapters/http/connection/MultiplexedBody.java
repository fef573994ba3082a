package dev.chartroom.adapters.http.connection;

import dev.chartroom.apimachinery.auth.UserInfo;
import java.io.InputStream;

/** A body over HTTP/2. The stream of its request ends with the answer, see {@link RequestStream}. */
record MultiplexedBody(RequestStream stream) implements RequestBody {

    @Override
    public InputStream content() {
        return stream.body();
    }

    @Override
    public void whenClientLeaves(Runnable action) {
        stream.whenClientLeaves(action);
    }

    /** Returns no bytes: Helidon would count a byte as sent even if the server dropped it. */
    @Override
    public byte[] opening() {
        return new byte[0];
    }

    @Override
    public void countFor(UserInfo user) {
        stream.body().countFor(BodyBuffers.user(user));
    }

    @Override
    public void discard() {
        stream.body().discard();
    }
}

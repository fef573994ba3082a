package dev.chartroom.adapters.http.connection;

import dev.chartroom.apimachinery.auth.UserInfo;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.InputStream;

/**
 * The bytes that a client sends after the headers of its request. However many of these bytes the server reads, other
 * requests of the connection are not affected.
 */
public sealed interface RequestBody permits MultiplexedBody, SequentialBody {

    /** Returns the body of the request that this thread serves. To be called once, before the request is answered. */
    static RequestBody of(ServerRequest request, ServerResponse response) {
        return RequestStream.current()
                .<RequestBody>map(MultiplexedBody::new)
                .orElseGet(() -> SequentialBody.of(request, response));
    }

    /**
     * Returns the bytes as they arrive; always the same stream. Reading throws
     * {@link dev.chartroom.apimachinery.status.ApiException}: BadRequest if the framing is wrong, RequestEntityTooLarge,
     * TooManyRequests if there is no memory for the body, or Timeout after the {@link BodyDeadline}.
     */
    InputStream content();

    /**
     * Runs an action when the client leaves, or at once if the client has left. A watch that has nothing to send would
     * not notice that the client has left. Over HTTP/1.1 the connection ends with this request. To be called before the
     * answer begins.
     *
     * @param action must not block
     */
    void whenClientLeaves(Runnable action);

    /** Returns the bytes to write and flush first. They make Helidon send the headers of an answer and nothing else. */
    byte[] opening();

    /**
     * Counts unread bytes for this user from now on, and no longer for the client's address. If the user has no room
     * left, reading fails.
     */
    void countFor(UserInfo user);

    /** Drops the bytes that have arrived, and all later bytes, for a request that needs no body. */
    void discard();
}

package dev.chartroom.adapters.http.connection;

import dev.chartroom.domain.auth.UserInfo;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.InputStream;

/**
 * What a client sends from the headers of its request on. However much of it is read, it never harms other requests of
 * the connection.
 */
public sealed interface RequestBody permits MultiplexedBody, SequentialBody {

    /**
     * The body of the request that this thread serves. To be called once, before the request is answered.
     */
    static RequestBody of(ServerRequest request, ServerResponse response) {
        return RequestStream.current()
                .<RequestBody>map(MultiplexedBody::new)
                .orElseGet(() -> SequentialBody.of(request, response));
    }

    /**
     * The bytes as they come; always the same stream. Reading throws {@link dev.chartroom.domain.status.ApiException}:
     * BadRequest if the framing is wrong, RequestEntityTooLarge, TooManyRequests if there is no memory for it, or Timeout
     * after the {@link BodyDeadline}.
     */
    InputStream content();

    /**
     * Does something when the client leaves, at once if it has: a watch that has nothing to send would not notice. Over
     * HTTP/1.1 the connection ends with this request. To be called before the answer begins.
     *
     * @param action must not block
     */
    void whenClientLeaves(Runnable action);

    /** The bytes that, written and flushed first, send the headers of an answer and nothing else. */
    byte[] opening();

    /**
     * Counts what waits to be read for this user from now on, no longer for the address that it comes from. If the user
     * has no room left, reading fails.
     */
    void countFor(UserInfo user);

    /** Drops what has come and what still comes, for a request that needs no body. */
    void discard();
}

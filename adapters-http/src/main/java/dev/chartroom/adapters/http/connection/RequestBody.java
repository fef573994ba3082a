package dev.chartroom.adapters.http.connection;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.InputStream;
import java.time.Duration;

/** The body of a request. However much of it is read, it never harms other requests of the connection. */
public sealed interface RequestBody permits MultiplexedBody, SequentialBody {

    /**
     * The body of the request that this thread serves. To be called once, before the request is answered.
     *
     * @param watchdog interrupts a thread that waits too long for the rest of a body
     * @param patience how long it waits for the rest before the answer
     */
    static RequestBody of(ServerRequest request, ServerResponse response, Watchdog watchdog, Duration patience) {
        return RequestStream.current()
                .<RequestBody>map(stream -> new MultiplexedBody(stream.body()))
                .orElseGet(() -> SequentialBody.of(request, response, watchdog, patience));
    }

    /**
     * The bytes as they come; always the same stream. Reading throws {@link dev.chartroom.domain.status.ApiException}:
     * BadRequest if the framing is wrong, RequestEntityTooLarge, or TooManyRequests if there is no memory for it.
     */
    InputStream content();

    /** Drops what has come and what still comes, for a request that needs no body. */
    void discard();
}

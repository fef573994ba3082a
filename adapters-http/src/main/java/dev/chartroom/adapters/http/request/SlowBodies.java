package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.connection.Watchdog;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.function.Supplier;

/** Bounds how long a client may take to send the body of a request: while it does, it holds a place that others want. */
public final class SlowBodies {
    private final Duration patience;
    private final Watchdog watchdog;

    /**
     * @param watchdog interrupts those who read for too long
     * @param patience for all of a body; a {@link RequestDeadline} that is sooner counts
     */
    public SlowBodies(Watchdog watchdog, Duration patience) {
        this.watchdog = watchdog;
        this.patience = patience;
    }

    /**
     * Reads a body.
     *
     * @throws ApiException Timeout where it takes too long
     */
    public <T> T read(Supplier<T> reading) {
        try (Watchdog.Guard guard = watchdog.guard()) {
            guard.begin(RequestDeadline.current().orLess(patience));
            T body;
            try {
                body = reading.get();
            } catch (RuntimeException e) {
                throw guard.end() ? timeout() : e;
            }
            // The body may have come at the last moment, and the interruption after it.
            if (guard.end()) {
                throw timeout();
            }
            return body;
        }
    }

    /** The body of the request that this thread serves; see {@link RequestBody#of}. */
    public RequestBody body(ServerRequest request, ServerResponse response) {
        return RequestBody.of(request, response, watchdog, patience);
    }

    private static ApiException timeout() {
        return new ApiException(ApiError.requestTimeout());
    }
}

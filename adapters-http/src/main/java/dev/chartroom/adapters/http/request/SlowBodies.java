package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.connection.Watchdog;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.time.Duration;
import java.util.function.Supplier;

/** Bounds how long a client may take to send the body of a request: while it does, it holds a place that others want. */
public final class SlowBodies implements AutoCloseable {
    private final Watchdog watchdog;

    /** @param patience for all of a body */
    public SlowBodies(Duration patience) {
        this.watchdog = new Watchdog(patience);
    }

    /**
     * Reads a body.
     *
     * @throws ApiException Timeout where it takes too long
     */
    public <T> T read(Supplier<T> reading) {
        try (Watchdog.Guard guard = watchdog.guard()) {
            guard.begin();
            T body;
            try {
                body = reading.get();
            } catch (RuntimeException e) {
                throw guard.end() ? timeout() : e;
            }
            // Over HTTP/2 an interruption looks like the end of the body.
            if (guard.end()) {
                throw timeout();
            }
            return body;
        }
    }

    private static ApiException timeout() {
        return new ApiException(ApiError.requestTimeout());
    }

    @Override
    public void close() {
        watchdog.close();
    }
}

package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.connection.BodyDeadline;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Bounds how long a client may take to send the body of a request: while it does, it holds a place that others want.
 *
 * @param patience for all of a body; a {@link RequestDeadline} that is sooner counts
 */
public record SlowBodies(Duration patience) {

    /**
     * Reads a body.
     *
     * @throws ApiException Timeout if it takes too long
     */
    public <T> T read(Supplier<T> reading) {
        return BodyDeadline.in(RequestDeadline.current().orLess(patience)).during(reading);
    }
}

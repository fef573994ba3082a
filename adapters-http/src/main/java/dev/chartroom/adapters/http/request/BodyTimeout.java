package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.connection.BodyDeadline;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Limits how long a client can take to send the body of a request. Until the body is complete, the request counts
 * towards the in-flight limits.
 *
 * @param timeout the time for a whole body; an earlier {@link RequestDeadline} takes precedence
 */
public record BodyTimeout(Duration timeout) {

    /**
     * Reads a body.
     *
     * @throws ApiException Timeout if the body takes too long
     */
    public <T> T read(Supplier<T> reading) {
        return BodyDeadline.in(RequestDeadline.current().remainingUpTo(timeout)).during(reading);
    }
}

package dev.chartroom.adapters.auth;

import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.core.request.RequestDeadline;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Bounds the reviews in flight, because the API server sees all of them under Chartroom's identity. Reviews beyond the
 * bound wait for a turn, and turns are shared fairly. The number of waiting reviews and their waiting time are bounded
 * as well. Thread-safe.
 */
public final class ReviewLimit {
    /** A review takes milliseconds. If the API server is seconds behind, a longer queue does not help. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private final FairShares inFlight;
    private final FairShares places;
    private final Duration patience;

    /**
     * Creates a limit. A single sharer gets at most half of {@code inFlight} and half of {@code places}.
     *
     * @param inFlight the largest number of reviews in flight, at least 2
     * @param places the largest number of reviews in flight or waiting, at least 2
     * @param patience the longest time that a review waits
     */
    public ReviewLimit(int inFlight, int places, Duration patience) {
        this.inFlight = new FairShares(inFlight);
        this.places = new FairShares(places);
        this.patience = patience;
    }

    /**
     * Runs a review on this thread, as soon as there is room.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException TooManyRequests, with a Retry-After, if the sharer already
     *     occupies its share of places or gets no turn within {@code patience}; Timeout if the deadline of this request
     *     ends first; otherwise what the review throws
     */
    public <T> T during(String sharer, Supplier<T> review) {
        try (Permit _ = places.take(sharer);
                Permit _ = inFlight.take(sharer, RequestDeadline.current().remainingUpTo(patience))) {
            return review.get();
        }
    }
}

package dev.chartroom.adapters.auth;

import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.limit.FairShares;
import dev.chartroom.ports.limit.Permit;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Bounds the reviews that are in flight, because the API server sees all of them under Chartroom's identity. Reviews
 * beyond the bound wait for their turn, which sharers get fairly; how many wait, and for how long, is bounded as well.
 * Thread-safe.
 */
public final class ReviewLimit {
    /** A review takes milliseconds. An API server that is this far behind gains nothing from a longer queue. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private final FairShares inFlight;
    private final FairShares places;
    private final Duration patience;

    /**
     * One sharer alone gets half of either number.
     *
     * @param inFlight how many reviews are sent at a time, at least 2
     * @param places how many reviews are sent or wait at a time, at least 2
     * @param patience how long one waits at most
     */
    public ReviewLimit(int inFlight, int places, Duration patience) {
        this.inFlight = new FairShares(inFlight);
        this.places = new FairShares(places);
        this.patience = patience;
    }

    /**
     * Asks for a review as soon as there is room, on this thread.
     *
     * @throws dev.chartroom.domain.status.ApiException TooManyRequests, with a Retry-After, if the sharer has its share of
     *     reviews already, Timeout if the deadline of this request is sooner; whatever the review throws
     */
    public <T> T during(String sharer, Supplier<T> review) {
        try (Permit _ = places.take(sharer);
                Permit _ = inFlight.take(sharer, RequestDeadline.current().orLess(patience))) {
            return review.get();
        }
    }
}

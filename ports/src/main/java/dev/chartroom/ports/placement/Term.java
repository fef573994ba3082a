package dev.chartroom.ports.placement;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * For how long a replica may take it that the others count it as alive, so that nothing moves without it. It is counted
 * from before a sign of life was sent, and ends well before anybody takes the replica for dead. Thread-safe.
 */
final class Term {
    private final Ticker ticker;
    private final ReplicaLimits limits;
    /** Null where it is over, or has never begun. */
    private volatile @Nullable Long renewed;

    Term(Ticker ticker, ReplicaLimits limits) {
        this.ticker = ticker;
        this.limits = limits;
    }

    /** @param asked when the sign of life was sent */
    void renew(long asked) {
        renewed = asked;
    }

    void end() {
        renewed = null;
    }

    boolean holds() {
        Long since = renewed;
        return since != null && ticker.since(since).compareTo(limits.term()) <= 0;
    }

    /**
     * How long a write may take that begins now: it must be over when somebody takes the replica for dead.
     *
     * @throws ApiException ServiceUnavailable where it may not begin
     */
    Duration left() {
        Long since = renewed;
        if (since == null || ticker.since(since).compareTo(limits.term()) > 0) {
            throw new ApiException(ApiError.unavailable(
                    "this replica does not know for the moment which store has the objects, please try again"));
        }
        return limits.longestWrite().minus(ticker.since(since));
    }
}

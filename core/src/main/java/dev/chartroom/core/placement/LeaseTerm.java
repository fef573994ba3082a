package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The period in which no other process can consider this replica dead. In this period, no kind moves without this
 * replica. The term starts before a renewal is sent, and ends well before other processes consider the replica dead.
 * Thread-safe.
 */
final class LeaseTerm {
    private final Ticker ticker;
    private final ReplicaLimits limits;
    /** The start of the term. Null if the term was ended, or has never begun. */
    private volatile @Nullable Long startNanos;

    LeaseTerm(Ticker ticker, ReplicaLimits limits) {
        this.ticker = ticker;
        this.limits = limits;
    }

    /** @param nanoTime the time before the renewal was sent */
    void renew(long nanoTime) {
        startNanos = nanoTime;
    }

    void end() {
        startNanos = null;
    }

    boolean holds() {
        Long since = startNanos;
        return since != null && ticker.since(since).compareTo(limits.term()) <= 0;
    }

    /**
     * Returns how long a write that begins now may take: the write must end before other processes consider the replica
     * dead.
     *
     * @throws ApiException ServiceUnavailable if the term is over; no write can begin then
     */
    Duration remainingWriteTime() {
        Long since = startNanos;
        if (since == null || ticker.since(since).compareTo(limits.term()) > 0) {
            throw new ApiException(
                    ApiError.unavailable("this replica cannot verify which store has the objects, please try again"));
        }
        return limits.longestWrite().minus(ticker.since(since));
    }
}

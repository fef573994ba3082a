package dev.chartroom.adapters.auth;

import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.deadline.SharedCall;
import dev.chartroom.ports.limit.Permit;
import dev.chartroom.ports.limit.ServerCapacity;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Joins callers that ask the same at the same time: they share one review and its outcome. A caller never joins a review
 * that began longer ago than its answer would be remembered. Thread-safe.
 *
 * @param <K> a question
 * @param <V> its answer
 */
public final class JoinedReviews<K, V> {
    /** For a review, however short or long the callers wait that share it. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final long nanosToLive;
    private final LongSupplier nanoTime;
    private final Map<K, Review<V>> running = new ConcurrentHashMap<>();

    private record Review<V>(SharedCall<V> call, long asked) {}

    /**
     * @param timeToLive how long an answer is remembered, from when it was asked for
     * @param nanoTime a clock that never goes back
     */
    public JoinedReviews(Duration timeToLive, LongSupplier nanoTime) {
        this.nanosToLive = timeToLive.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Answers a question by the review of it that is running, or else by a new one, which has a thread of its own.
     *
     * @param review gets the time at which it was asked for, by the clock of this object
     * @throws dev.chartroom.domain.status.ApiException Timeout if the deadline of this request is sooner; whatever the
     *     review throws, every caller that joined it gets
     */
    public V answer(K question, LongFunction<V> review) {
        return ServerCapacity.waitingFor(joined(question, mine(), review).call::await);
    }

    /**
     * Begins a review in the background. If one is running that callers may join, nothing begins.
     *
     * @param place is given back when the review ends, or at once if nothing begins
     */
    public void begin(K question, Permit place, LongFunction<V> review) {
        Review<V> mine = mine();
        boolean begins = joined(question, mine, asked -> {
                    try {
                        return review.apply(asked);
                    } finally {
                        place.close();
                    }
                })
                .equals(mine);
        if (!begins) {
            place.close();
        }
    }

    private Review<V> mine() {
        return new Review<>(new SharedCall<>(), nanoTime.getAsLong());
    }

    private Review<V> joined(K question, Review<V> mine, LongFunction<V> review) {
        Review<V> joined =
                running.merge(question, mine, (other, _) -> mine.asked - other.asked < nanosToLive ? other : mine);
        if (joined.equals(mine)) {
            mine.call.begin(() -> ask(question, mine, review));
        }
        return joined;
    }

    private V ask(K question, Review<V> mine, LongFunction<V> review) {
        try {
            return RequestDeadline.in(LONGEST).during(() -> review.apply(mine.asked));
        } finally {
            running.remove(question, mine);
        }
    }
}

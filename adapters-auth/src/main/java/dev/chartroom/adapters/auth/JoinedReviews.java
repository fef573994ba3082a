package dev.chartroom.adapters.auth;

import dev.chartroom.core.request.Permit;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.request.SharedCall;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Joins concurrent callers: callers with an equal question share one review and its outcome. The answer to a review is
 * cached for a limited time. A caller never joins a review that is already older than this time. Thread-safe.
 *
 * @param <K> a question
 * @param <V> its answer
 */
public final class JoinedReviews<K, V> {
    /** The limit for one review. It does not depend on the deadlines of the callers that share the review. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final long nanosToLive;
    private final LongSupplier nanoTime;
    private final Map<K, Review<V>> running = new ConcurrentHashMap<>();

    private record Review<V>(SharedCall<V> call, long startedAt) {}

    /**
     * @param timeToLive how long an answer is cached, counted from the start of its review
     * @param nanoTime a monotonic clock
     */
    public JoinedReviews(Duration timeToLive, LongSupplier nanoTime) {
        this.nanosToLive = timeToLive.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Answers a question with the outcome of the running review of this question. If no such review is running, starts
     * one on a thread of its own.
     *
     * @param review sends the review; its argument is the time of {@code nanoTime} at which the review began
     * @throws dev.chartroom.apimachinery.status.ApiException Timeout if the deadline of this request passes before the
     *     review ends; otherwise the exception of the review, which every caller that joined the review gets
     */
    public V answer(K question, LongFunction<V> review) {
        return ServerCapacity.waitingFor(joined(question, mine(), review).call::await);
    }

    /**
     * Begins a review in the background. If callers can join a running review of this question, no review begins.
     *
     * @param permit closed when the review ends, or at once if no review begins
     */
    public void begin(K question, Permit permit, LongFunction<V> review) {
        Review<V> mine = mine();
        boolean begins = joined(question, mine, startedAt -> {
                    try {
                        return review.apply(startedAt);
                    } finally {
                        permit.close();
                    }
                })
                .equals(mine);
        if (!begins) {
            permit.close();
        }
    }

    private Review<V> mine() {
        return new Review<>(new SharedCall<>(), nanoTime.getAsLong());
    }

    private Review<V> joined(K question, Review<V> mine, LongFunction<V> review) {
        Review<V> joined = running.merge(
                question, mine, (other, _) -> mine.startedAt - other.startedAt < nanosToLive ? other : mine);
        if (joined.equals(mine)) {
            mine.call.begin(() -> ask(question, mine, review));
        }
        return joined;
    }

    private V ask(K question, Review<V> mine, LongFunction<V> review) {
        try {
            return RequestDeadline.in(LONGEST).during(() -> review.apply(mine.startedAt));
        } finally {
            running.remove(question, mine);
        }
    }
}

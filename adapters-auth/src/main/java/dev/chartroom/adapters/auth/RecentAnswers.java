package dev.chartroom.adapters.auth;

import dev.chartroom.core.request.Permit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of answers. The lifetime of an answer begins when its question is sent, because a slow answer is
 * already old when it arrives. A full cache rejects new answers. If it evicted the oldest answer instead, a client that
 * cycles through more questions than fit would get no hits. Thread-safe.
 *
 * <p>Times are nanoseconds of one monotonic clock. If the cache used the time of day, a clock that is set back would
 * make a permission last longer.
 */
public final class RecentAnswers<K, V> {
    /** An answer is due for renewal in the last fifth of its lifetime. */
    private static final int SOON = 5;

    private final long room;
    private final long nanosToLive;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<K, Answer<V>> answers = new LinkedHashMap<>();

    private long taken;

    private static final class Answer<V> {
        private final V answer;
        private final Permit permit;
        private final long startedAt;
        private boolean renewed;

        private Answer(V answer, Permit permit, long startedAt) {
            this.answer = answer;
            this.permit = permit;
            this.startedAt = startedAt;
        }
    }

    /** @param room the largest total weight of the answers */
    public RecentAnswers(long room, Duration timeToLive) {
        this.room = room;
        this.nanosToLive = timeToLive.toNanos();
    }

    /** Returns the answer to a question; null if it has expired or is not cached. */
    public @Nullable V find(K question, long now) {
        lock.lock();
        try {
            Answer<V> known = answers.get(question);
            return known == null || isExpired(known, now) ? null : known.answer;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns whether the caller must ask again, because the answer expires soon. Returns true only once for each
     * answer.
     */
    public boolean claimRenewal(K question, long now) {
        lock.lock();
        try {
            Answer<V> known = answers.get(question);
            if (known == null || known.renewed || now - known.startedAt < nanosToLive - nanosToLive / SOON) {
                return false;
            }
            known.renewed = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Caches an answer if there is room for its weight. */
    public void put(K question, V answer, long weight, long startedAt, long now) {
        put(question, answer, weight, Optional::empty, startedAt, now);
    }

    /**
     * Caches an answer if there is room for its weight. If there is no room, {@code more} must supply a permit.
     *
     * @param more supplies a permit for an answer that does not fit; the permit is closed when the answer is dropped
     */
    public void put(K question, V answer, long weight, Supplier<Optional<Permit>> more, long startedAt, long now) {
        put(question, answer, () -> reserve(weight).or(more), startedAt, now);
    }

    /** Removes all answers. */
    public void clear() {
        lock.lock();
        try {
            answers.values().forEach(answer -> answer.permit.close());
            answers.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Caches an answer if {@code room} supplies a permit, which is closed when the answer is dropped. */
    void put(K question, V answer, Supplier<Optional<Permit>> room, long startedAt, long now) {
        lock.lock();
        try {
            Answer<V> before = answers.remove(question);
            if (before != null) {
                before.permit.close();
            }
            while (!answers.isEmpty() && isExpired(answers.firstEntry().getValue(), now)) {
                answers.pollFirstEntry().getValue().permit.close();
            }
            room.get().ifPresent(permit -> answers.putLast(question, new Answer<>(answer, permit, startedAt)));
        } finally {
            lock.unlock();
        }
    }

    private Optional<Permit> reserve(long weight) {
        if (taken + weight > room) {
            return Optional.empty();
        }
        taken += weight;
        return Optional.of(() -> taken -= weight);
    }

    /** Returns whether all answers have expired. */
    public boolean isExpired(long now) {
        lock.lock();
        try {
            return answers.isEmpty() || isExpired(answers.lastEntry().getValue(), now);
        } finally {
            lock.unlock();
        }
    }

    private boolean isExpired(Answer<V> known, long now) {
        return now - known.startedAt >= nanosToLive;
    }
}

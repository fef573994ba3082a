package dev.chartroom.adapters.auth;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What was answered lately: at most a number of answers, and each for a time, which begins when it was asked for, as an
 * answer can be slow. The oldest are forgotten first. Thread-safe.
 *
 * <p>Times are nanoseconds of one clock that never goes back, unlike the time of day, which would make a right last
 * longer.
 */
public final class RecentAnswers<K, V> {
    private final int most;
    private final long nanosToLive;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<K, Answer<V>> answers = new LinkedHashMap<>();

    private record Answer<V>(V answer, long asked) {}

    /** @param most at least 1 */
    public RecentAnswers(int most, Duration timeToLive) {
        this.most = most;
        this.nanosToLive = timeToLive.toNanos();
    }

    /** The answer to a question; null where it was given too long ago, or never. */
    public @Nullable V find(K question, long now) {
        lock.lock();
        try {
            Answer<V> known = answers.get(question);
            return known == null || isOver(known, now) ? null : known.answer();
        } finally {
            lock.unlock();
        }
    }

    public void put(K question, V answer, long asked, long now) {
        lock.lock();
        try {
            answers.putLast(question, new Answer<>(answer, asked));
            while (answers.size() > most
                    || !answers.isEmpty() && isOver(answers.firstEntry().getValue(), now)) {
                answers.pollFirstEntry();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether no answer counts any more. */
    public boolean isOver(long now) {
        lock.lock();
        try {
            return answers.isEmpty() || isOver(answers.lastEntry().getValue(), now);
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver(Answer<V> known, long now) {
        return now - known.asked() >= nanosToLive;
    }
}

package dev.chartroom.adapters.auth;

import dev.chartroom.ports.limit.Permit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was answered lately: as much as there is room for, and each answer for a time, which begins when it was asked for,
 * as an answer can be slow. If there is no room, a new answer is not remembered: to forget the oldest one for it would
 * answer no question of a client that asks them in turn. Thread-safe.
 *
 * <p>Times are nanoseconds of one clock that never goes back, unlike the time of day, which would make a right last
 * longer.
 */
public final class RecentAnswers<K, V> {
    /** In the last fifth of its time an answer is to be renewed. */
    private static final int SOON = 5;

    private final long room;
    private final long nanosToLive;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<K, Answer<V>> answers = new LinkedHashMap<>();

    private long taken;

    private static final class Answer<V> {
        private final V answer;
        private final Permit place;
        private final long asked;
        private boolean renewed;

        private Answer(V answer, Permit place, long asked) {
            this.answer = answer;
            this.place = place;
            this.asked = asked;
        }
    }

    /** @param room for answers of that weight altogether */
    public RecentAnswers(long room, Duration timeToLive) {
        this.room = room;
        this.nanosToLive = timeToLive.toNanos();
    }

    /** The answer to a question; null where it was given too long ago, or never. */
    public @Nullable V find(K question, long now) {
        lock.lock();
        try {
            Answer<V> known = answers.get(question);
            return known == null || isOver(known, now) ? null : known.answer;
        } finally {
            lock.unlock();
        }
    }

    /**
     * True if the answer ends soon and is to be asked for again. It is true once for each answer: the caller asks.
     */
    public boolean isToRenew(K question, long now) {
        lock.lock();
        try {
            Answer<V> known = answers.get(question);
            if (known == null || known.renewed || now - known.asked < nanosToLive - nanosToLive / SOON) {
                return false;
            }
            known.renewed = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Remembers an answer, if there is room for its weight. */
    public void put(K question, V answer, long weight, long asked, long now) {
        put(question, answer, weight, Optional::empty, asked, now);
    }

    /**
     * Likewise.
     *
     * @param more a place for an answer for which there is no room here; it is given back with the answer
     */
    public void put(K question, V answer, long weight, Supplier<Optional<Permit>> more, long asked, long now) {
        put(question, answer, () -> place(weight).or(more), asked, now);
    }

    /** Forgets all answers. */
    public void clear() {
        lock.lock();
        try {
            answers.values().forEach(answer -> answer.place.close());
            answers.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Remembers an answer, if there is a place for it, which is given back with the answer. */
    void put(K question, V answer, Supplier<Optional<Permit>> room, long asked, long now) {
        lock.lock();
        try {
            Answer<V> before = answers.remove(question);
            if (before != null) {
                before.place.close();
            }
            while (!answers.isEmpty() && isOver(answers.firstEntry().getValue(), now)) {
                answers.pollFirstEntry().getValue().place.close();
            }
            room.get().ifPresent(place -> answers.putLast(question, new Answer<>(answer, place, asked)));
        } finally {
            lock.unlock();
        }
    }

    private Optional<Permit> place(long weight) {
        if (taken + weight > room) {
            return Optional.empty();
        }
        taken += weight;
        return Optional.of(() -> taken -= weight);
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
        return now - known.asked >= nanosToLive;
    }
}

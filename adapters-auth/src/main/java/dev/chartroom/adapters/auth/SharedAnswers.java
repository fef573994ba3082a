package dev.chartroom.adapters.auth;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.limit.FairShares;
import dev.chartroom.ports.limit.Permit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Remembers answers for a time, as {@link RecentAnswers} does, but sharers divide the room fairly: the answers of one
 * leave room for those of the others. Thread-safe.
 */
public final class SharedAnswers<K, V> {
    private final FairShares room;
    private final long nanosToLive;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<K, Answer<V>> answers = new LinkedHashMap<>();

    private record Answer<V>(V answer, Permit place, long asked) {}

    /** @param room for that many answers */
    public SharedAnswers(int room, Duration timeToLive) {
        this.room = new FairShares(room);
        this.nanosToLive = timeToLive.toNanos();
    }

    /** The answer to a question; null if it was given too long ago, or is not remembered. */
    public @Nullable V find(K question, long now) {
        lock.lock();
        try {
            Answer<V> known = answers.get(question);
            return known == null || isOver(known, now) ? null : known.answer();
        } finally {
            lock.unlock();
        }
    }

    /** Remembers an answer, unless the sharer has its share of the room already. */
    public void put(K question, V answer, String sharer, long asked, long now) {
        lock.lock();
        try {
            Answer<V> before = answers.remove(question);
            if (before != null) {
                before.place().close();
            }
            while (!answers.isEmpty() && isOver(answers.firstEntry().getValue(), now)) {
                answers.pollFirstEntry().getValue().place().close();
            }
            answers.putLast(question, new Answer<>(answer, room.take(sharer), asked));
        } catch (ApiException _) {
            // No room: the next request has it reviewed again.
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver(Answer<V> known, long now) {
        return now - known.asked() >= nanosToLive;
    }
}

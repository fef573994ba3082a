package dev.chartroom.adapters.auth;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recent answers. The sharers divide its room fairly: one sharer's answers leave room for the answers of
 * other sharers. Thread-safe.
 */
public final class SharedAnswers<K, V> {
    private final FairShares room;
    private final RecentAnswers<K, V> answers;

    /** @param room the largest number of answers */
    public SharedAnswers(int room, Duration timeToLive) {
        this.room = new FairShares(room);
        this.answers = new RecentAnswers<>(room, timeToLive);
    }

    /** Returns the answer to a question; null if it has expired or is not cached. */
    public @Nullable V find(K question, long now) {
        return answers.find(question, now);
    }

    /**
     * Caches an answer, unless the sharer has already filled its share of the room. If it has, the next request asks
     * again.
     */
    public void put(K question, V answer, String sharer, long startedAt, long now) {
        answers.put(question, answer, () -> tryTake(sharer), startedAt, now);
    }

    private Optional<Permit> tryTake(String sharer) {
        try {
            return Optional.of(room.take(sharer));
        } catch (ApiException _) {
            return Optional.empty();
        }
    }
}

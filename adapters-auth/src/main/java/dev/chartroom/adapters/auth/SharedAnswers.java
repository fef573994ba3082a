package dev.chartroom.adapters.auth;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.limit.FairShares;
import dev.chartroom.ports.limit.Permit;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Recent answers whose room sharers divide fairly: the answers of one leave room for those of the others. Thread-safe. */
public final class SharedAnswers<K, V> {
    private final FairShares room;
    private final RecentAnswers<K, V> answers;

    /** @param room for that many answers */
    public SharedAnswers(int room, Duration timeToLive) {
        this.room = new FairShares(room);
        this.answers = new RecentAnswers<>(room, timeToLive);
    }

    /** The answer to a question; null if it was given too long ago, or is not remembered. */
    public @Nullable V find(K question, long now) {
        return answers.find(question, now);
    }

    /** Remembers an answer, unless the sharer has its share of the room already: the next request asks again. */
    public void put(K question, V answer, String sharer, long asked, long now) {
        answers.put(question, answer, () -> place(sharer), asked, now);
    }

    private Optional<Permit> place(String sharer) {
        try {
            return Optional.of(room.take(sharer));
        } catch (ApiException _) {
            return Optional.empty();
        }
    }
}

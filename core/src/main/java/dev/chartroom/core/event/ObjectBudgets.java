package dev.chartroom.core.event;

import dev.chartroom.ports.event.EventSubject;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * Limits the mirrored Events of each Application, with the limits that client-go has for the Events of one object.
 * Thread-safe.
 */
final class ObjectBudgets {
    static final int BURST = 25;
    static final Duration INTERVAL = Duration.ofMinutes(5);
    /** The number of Applications whose Events are counted. */
    static final int MAX_OBJECTS = 4096;

    private final Clock clock;
    /** Ordered by the last use. */
    private final SequencedMap<String, TokenBucket> byUid = new LinkedHashMap<>();

    ObjectBudgets(Clock clock) {
        this.clock = clock;
    }

    /** Returns whether one more Event about the Application may be written now. */
    synchronized boolean take(EventSubject application) {
        TokenBucket used = byUid.remove(application.uid());
        TokenBucket bucket = used == null ? new TokenBucket(BURST, INTERVAL) : used;
        byUid.putLast(application.uid(), bucket);
        if (byUid.size() > MAX_OBJECTS) {
            byUid.pollFirstEntry();
        }
        return bucket.take(clock.instant());
    }
}

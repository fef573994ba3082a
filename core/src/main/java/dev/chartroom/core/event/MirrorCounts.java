package dev.chartroom.core.event;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The number of Events by their outcome, since the start of the program. Thread-safe. */
public final class MirrorCounts {
    private final Map<MirrorOutcome, Long> counts = new ConcurrentHashMap<>();

    MirrorCounts() {}

    void add(MirrorOutcome outcome) {
        counts.merge(outcome, 1L, Long::sum);
    }

    public long of(MirrorOutcome outcome) {
        return counts.getOrDefault(outcome, 0L);
    }
}

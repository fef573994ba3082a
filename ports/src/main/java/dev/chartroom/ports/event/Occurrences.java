package dev.chartroom.ports.event;

import java.time.Instant;

/**
 * The times at which the cause of an Event occurred.
 *
 * @param first the first time, in whole seconds
 * @param last the last time, in whole seconds
 * @param count the number of times, at least 1
 */
public record Occurrences(Instant first, Instant last, long count) {

    /** Returns whether these occurrences include all of the others. */
    public boolean include(Occurrences others) {
        return count >= others.count && !last.isBefore(others.last);
    }
}

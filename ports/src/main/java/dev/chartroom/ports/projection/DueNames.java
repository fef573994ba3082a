package dev.chartroom.ports.projection;

import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The names of objects that have to be looked at: at once those that changed, in that order, and after a while those that
 * failed. Each is there once, so there are no more of them than deleted. Thread-safe.
 */
final class DueNames {
    /** Of a name that failed; one that somebody was faster with is soon tried again. */
    private static final Backoff RETRIES = new Backoff(Duration.ofMillis(200), 2, Duration.ofMinutes(1), 0.5);

    private final SequencedSet<NamespacedName> changed = new LinkedHashSet<>();
    private final Set<NamespacedName> deleted = new HashSet<>();
    private final Map<NamespacedName, Failed> failed = new HashMap<>();
    /** By when they are due; one that failed again, or not any more, may be there as well. */
    private final PriorityQueue<Failed> retries = new PriorityQueue<>(Comparator.comparing(Failed::due));

    private record Failed(NamespacedName name, int times, Instant due) {}

    synchronized void add(NamespacedName name) {
        changed.add(name);
    }

    /** Likewise, one whose object is known to have been deleted. */
    synchronized void addDeleted(NamespacedName name) {
        deleted.add(name);
        changed.add(name);
    }

    /**
     * One that it is time for.
     *
     * @param wasDeleted whether an object of that name is known to have been deleted since it was taken before
     */
    record Due(NamespacedName name, boolean wasDeleted) {}

    /** The next one, which is given once. */
    synchronized Optional<Due> take(Instant now) {
        for (Failed next = next(); next != null && !next.due().isAfter(now); next = next()) {
            changed.add(next.name());
            retries.remove();
        }
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        NamespacedName name = changed.removeFirst();
        return Optional.of(new Due(name, deleted.remove(name)));
    }

    /** How long it is until there is one; a long time where none waits. */
    synchronized Duration untilNext(Instant now, Duration longest) {
        if (!changed.isEmpty()) {
            return Duration.ZERO;
        }
        Failed next = next();
        Duration left = next == null ? longest : Duration.between(now, next.due());
        return left.isNegative() ? Duration.ZERO : left.compareTo(longest) < 0 ? left : longest;
    }

    /** The one that failed and is due first; null where there is none. */
    private @Nullable Failed next() {
        Failed next = retries.peek();
        while (next != null && !next.equals(failed.get(next.name()))) {
            retries.remove();
            next = retries.peek();
        }
        return next;
    }

    /** One that was taken waits again. */
    synchronized void putBack(Due taken) {
        changed.add(taken.name());
        if (taken.wasDeleted()) {
            deleted.add(taken.name());
        }
    }

    /** One that was taken is as it should be. */
    synchronized void succeeded(Due taken) {
        failed.remove(taken.name());
    }

    /**
     * One that was taken is to be tried again.
     *
     * @return how often it has failed now, one time after the other
     */
    synchronized int failed(Due taken, Instant now) {
        NamespacedName name = taken.name();
        if (taken.wasDeleted()) {
            deleted.add(name);
        }
        int times = failed.containsKey(name) ? failed.get(name).times() + 1 : 1;
        Failed failure = new Failed(name, times, now.plus(RETRIES.delay(times, ThreadLocalRandom.current())));
        failed.put(name, failure);
        retries.add(failure);
        return times;
    }

    /** How many there are. */
    synchronized long waiting() {
        return changed.size()
                + failed.keySet().stream()
                        .filter(name -> !changed.contains(name))
                        .count();
    }

    /** How many of them failed. */
    synchronized long failed() {
        return failed.size();
    }
}

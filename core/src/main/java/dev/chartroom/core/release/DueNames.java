package dev.chartroom.core.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.retry.Backoff;
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
 * The names of objects that must be processed. Names of changed objects are due at once, in the order of the changes.
 * Failed names are due after a backoff. Each name occurs once, so there are at most as many names as objects that exist
 * or were deleted. Thread-safe.
 */
final class DueNames {
    /** The backoff of a failed name. It starts short, so that a conflict is retried soon. */
    private static final Backoff RETRIES = new Backoff(Duration.ofMillis(200), 2, Duration.ofMinutes(1), 0.5);

    private final SequencedSet<NamespacedName> changed = new LinkedHashSet<>();
    private final Set<NamespacedName> deleted = new HashSet<>();
    private final Map<NamespacedName, Failed> failed = new HashMap<>();
    /** Ordered by due time. May contain outdated entries of names that failed again or succeeded. */
    private final PriorityQueue<Failed> retries = new PriorityQueue<>(Comparator.comparing(Failed::due));

    private record Failed(NamespacedName name, int times, Instant due) {}

    synchronized void add(NamespacedName name) {
        changed.add(name);
    }

    /** Adds the name of an object that is known to have been deleted. */
    synchronized void addDeleted(NamespacedName name) {
        deleted.add(name);
        changed.add(name);
    }

    /**
     * A name that is due.
     *
     * @param wasDeleted whether an object of that name is known to have been deleted since {@link DueNames#take} last
     *     returned the name
     */
    record Due(NamespacedName name, boolean wasDeleted) {}

    /** Removes and returns the next due name; empty if no name is due. */
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

    /** Returns the time until the next name is due; {@code longest} if that time is longer, or if no name waits. */
    synchronized Duration untilNext(Instant now, Duration longest) {
        if (!changed.isEmpty()) {
            return Duration.ZERO;
        }
        Failed next = next();
        Duration left = next == null ? longest : Duration.between(now, next.due());
        return left.isNegative() ? Duration.ZERO : left.compareTo(longest) < 0 ? left : longest;
    }

    /** Returns the failed name that is due first; null if no name has failed. */
    private @Nullable Failed next() {
        Failed next = retries.peek();
        while (next != null && !next.equals(failed.get(next.name()))) {
            retries.remove();
            next = retries.peek();
        }
        return next;
    }

    /** Makes a taken name due again. */
    synchronized void putBack(Due taken) {
        changed.add(taken.name());
        if (taken.wasDeleted()) {
            deleted.add(taken.name());
        }
    }

    /** Records that the object and the release of a taken name are in line. */
    synchronized void succeeded(Due taken) {
        failed.remove(taken.name());
    }

    /**
     * Schedules a retry of a taken name.
     *
     * @return the number of consecutive failures of the name
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

    /** Returns the number of names that wait, including failed ones. */
    synchronized long waiting() {
        return changed.size()
                + failed.keySet().stream()
                        .filter(name -> !changed.contains(name))
                        .count();
    }

    /** Returns the number of failed names. */
    synchronized long failed() {
        return failed.size();
    }
}

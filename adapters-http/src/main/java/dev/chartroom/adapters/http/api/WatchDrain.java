package dev.chartroom.adapters.http.api;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Ends the watches of a server that closes, one after the other. Their clients watch again at once. If all did so at the same
 * time, a kube-apiserver would open a connection for each of them, and the servers that remain would do nothing but
 * handshakes. An upstream server limits the rate, too ({@code --shutdown-watch-termination-grace-period}).
 */
final class WatchDrain {
    /** The longest time between two ends. */
    private static final Duration PAUSE = Duration.ofMillis(10);
    /** The longest time for all ends. */
    private static final Duration LONGEST = Duration.ofSeconds(4);

    private final Consumer<Duration> pause;

    WatchDrain() {
        this(time -> LockSupport.parkNanos(time.toNanos()));
    }

    /** @param pause waits for a time, or less */
    WatchDrain(Consumer<Duration> pause) {
        this.pause = pause;
    }

    /**
     * Ends the watches. Returns when the last one has ended.
     *
     * @param ends each ends one watch
     */
    void end(Collection<? extends Runnable> ends) {
        if (ends.isEmpty()) {
            return;
        }
        Duration even = LONGEST.dividedBy(ends.size());
        Duration each = even.compareTo(PAUSE) < 0 ? even : PAUSE;
        ends.forEach(end -> {
            pause.accept(each);
            end.run();
        });
    }
}

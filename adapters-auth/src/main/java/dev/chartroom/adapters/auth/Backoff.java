package dev.chartroom.adapters.auth;

import dev.chartroom.ports.deadline.RequestDeadline;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits between attempts, longer after each failure.
 *
 * @param first how long after the first failure, without jitter
 * @param factor by how much longer after each further one, at least 1
 * @param jitter how much may be added at random, as a share of the delay
 * @param longest what the delay grows to, without jitter
 * @param sleeper what waits
 */
public record Backoff(Duration first, double factor, double jitter, Duration longest, Sleeper sleeper) {

    /** Lets a thread wait. */
    @FunctionalInterface
    public interface Sleeper {
        void sleep(Duration duration) throws InterruptedException;
    }

    /** Between attempts of a review (wire contract C5). */
    public static Backoff ofReviews() {
        return new Backoff(Duration.ofMillis(500), 1.5, 0.2, Duration.ofSeconds(5), Thread::sleep);
    }

    /** Between attempts to list and watch. */
    public static Backoff ofWatches() {
        return new Backoff(Duration.ofMillis(500), 2, 0.2, Duration.ofSeconds(30), Thread::sleep);
    }

    /** Waits after that many failures in a row, 1 or more. */
    public void pause(int failures) throws InterruptedException {
        pause(failures, Duration.ZERO);
    }

    /**
     * Waits after that many failures in a row, if need be as long as was asked for, but never beyond the longest delay
     * and the deadline of a request.
     */
    public void pause(int failures, Duration asked) throws InterruptedException {
        long grown = Math.round(first.toMillis() * Math.pow(factor, failures - 1));
        long delay = Math.min(Math.max(grown, asked.toMillis()), longest.toMillis());
        double spread = 1 + jitter * ThreadLocalRandom.current().nextDouble();
        sleeper.sleep(RequestDeadline.current().orLess(Duration.ofMillis(Math.round(delay * spread))));
    }
}

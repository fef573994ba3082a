package dev.chartroom.adapters.auth;

import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.retry.Backoff;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits between attempts.
 *
 * @param backoff how long
 * @param sleeper what waits
 */
public record Pauses(Backoff backoff, Sleeper sleeper) {

    /** Lets a thread wait. */
    @FunctionalInterface
    public interface Sleeper {
        void sleep(Duration duration) throws InterruptedException;
    }

    /** Between attempts of a review (wire contract C5). */
    public static Pauses ofReviews() {
        return new Pauses(new Backoff(Duration.ofMillis(500), 1.5, Duration.ofSeconds(5), 0.2), Thread::sleep);
    }

    /** Between attempts to list and watch. */
    public static Pauses ofWatches() {
        return new Pauses(new Backoff(Duration.ofMillis(500), 2, Duration.ofSeconds(30), 0.2), Thread::sleep);
    }

    /** Waits after that many failures in a row. */
    public void pause(int failures) throws InterruptedException {
        pause(failures, Duration.ZERO);
    }

    /** Likewise, if need be as long as was asked for, but never beyond the deadline of a request. */
    public void pause(int failures, Duration asked) throws InterruptedException {
        Duration delay = backoff.delay(failures, asked, ThreadLocalRandom.current());
        sleeper.sleep(RequestDeadline.current().orLess(delay));
    }
}

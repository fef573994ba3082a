package dev.chartroom.adapters.auth;

import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.retry.Backoff;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits between attempts.
 *
 * @param backoff the length of the pauses
 * @param sleeper makes the thread wait
 */
public record Pauses(Backoff backoff, Sleeper sleeper) {

    @FunctionalInterface
    public interface Sleeper {
        void sleep(Duration duration) throws InterruptedException;
    }

    /** Returns the pauses between attempts of a review (wire contract C5). */
    public static Pauses ofReviews() {
        return new Pauses(new Backoff(Duration.ofMillis(500), 1.5, Duration.ofSeconds(5), 0.2), Thread::sleep);
    }

    /** Waits before the next attempt; the pause grows with the number of consecutive failures. */
    public void pause(int failures) throws InterruptedException {
        pause(failures, Duration.ZERO);
    }

    /**
     * Waits like {@link #pause(int)}, but at least for the requested time. The limit of the backoff also applies to
     * this time. Never waits beyond the deadline of the request.
     */
    public void pause(int failures, Duration requested) throws InterruptedException {
        Duration delay = backoff.delay(failures, requested, ThreadLocalRandom.current());
        sleeper.sleep(RequestDeadline.current().remainingUpTo(delay));
    }
}

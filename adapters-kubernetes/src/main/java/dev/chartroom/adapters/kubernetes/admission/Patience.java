package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How long requests wait for something that should be there any moment: a second, as upstream does. Where one of them
 * has waited that long in vain nobody waits any more, so that what never comes does not hold up every policy of every
 * write. Thread-safe.
 *
 * @param <T> what is waited for
 */
final class Patience<T> {
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final CompletableFuture<T> awaited;
    private volatile boolean lost;

    /** @param awaited never ends with an exception */
    Patience(CompletableFuture<T> awaited) {
        this.awaited = awaited;
    }

    /**
     * Whether it is there, or is within the time.
     *
     * @throws ApiException Timeout where the time of this thread's request is over before that
     */
    boolean isRewarded() {
        if (lost || awaited.isDone()) {
            return awaited.isDone();
        }
        try {
            awaited.get(RequestDeadline.current().orLess(LONGEST).toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException _) {
            RequestDeadline.current().check();
            lost = true;
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.unavailable("interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for a value that should arrive soon. The longest wait is one second, as upstream. After one request has waited
 * for one second without success, no other request waits. So a value that never arrives does not delay every policy of
 * every write. Thread-safe.
 *
 * @param <T> the type of the value
 */
final class BoundedWait<T> {
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private final CompletableFuture<T> awaited;
    private volatile boolean timedOut;

    /** @param awaited must not complete exceptionally */
    BoundedWait(CompletableFuture<T> awaited) {
        this.awaited = awaited;
    }

    /**
     * Waits for the value, and returns whether it has arrived.
     *
     * @throws ApiException Timeout if the deadline of this thread's request passes first
     */
    boolean await() {
        if (timedOut || awaited.isDone()) {
            return awaited.isDone();
        }
        try {
            awaited.get(RequestDeadline.current().remainingUpTo(MAX_WAIT).toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException _) {
            RequestDeadline.current().check();
            timedOut = true;
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.unavailable("interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}

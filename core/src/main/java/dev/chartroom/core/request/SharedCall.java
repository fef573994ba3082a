package dev.chartroom.core.request;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.audit.AuditId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A call whose result several requests share. Each request waits for the result until its own deadline. The call has
 * its own thread and no deadline, because the call must not end with the deadline of the request that began it.
 *
 * @param <T> the result
 */
public final class SharedCall<T> {
    private final CompletableFuture<T> outcome = new CompletableFuture<>();

    /** Creates a call that has not begun. Requests can already wait for it. */
    public SharedCall() {}

    /** Starts the call with the audit id of the current thread's request. Must be called once. */
    public void begin(Supplier<T> call) {
        Optional<String> auditId = AuditId.current();
        Runnable run = () -> run(call);
        Thread.startVirtualThread(() -> auditId.ifPresentOrElse(id -> AuditId.during(id, run), run));
    }

    private void run(Supplier<T> call) {
        try {
            outcome.complete(call.get());
        } catch (RuntimeException | Error e) {
            outcome.completeExceptionally(e);
        }
    }

    /** Waits until the call has succeeded or failed, without a limit. */
    public void awaitEnd() {
        outcome.handle((_, _) -> true).join();
    }

    /**
     * Waits for the result. If the call fails, every caller receives the error.
     *
     * @throws ApiException Timeout if this thread's deadline passes first
     */
    public T await() {
        try {
            Optional<Duration> left = RequestDeadline.current().left();
            return left.isPresent() ? outcome.get(left.get().toNanos(), TimeUnit.NANOSECONDS) : outcome.get();
        } catch (TimeoutException _) {
            throw new ApiException(ApiError.requestTimeout());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.unavailable("interrupted"));
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }
}

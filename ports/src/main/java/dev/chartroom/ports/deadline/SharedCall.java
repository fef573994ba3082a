package dev.chartroom.ports.deadline;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.audit.AuditId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A call whose outcome several requests may wait for, each until its own deadline. It has a thread of its own, and no
 * deadline: it must not end with the patience of whoever began it.
 *
 * @param <T> what comes of it
 */
public final class SharedCall<T> {
    private final CompletableFuture<T> outcome = new CompletableFuture<>();

    /** One that is yet to begin, but can be waited for. */
    public SharedCall() {}

    /** Begins it, in the name of the request that this thread is at. To be called once. */
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

    /** Waits for its end, whatever comes of it, and however long that takes. */
    public void awaitEnd() {
        outcome.handle((_, _) -> true).join();
    }

    /**
     * Waits for its outcome: what the call throws, everyone gets.
     *
     * @throws ApiException Timeout where this thread's deadline is sooner
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

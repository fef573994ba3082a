package dev.chartroom.core.request;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time by which the request of the current thread must be answered (wire contract I6). No thread is interrupted.
 * Instead, every blocking operation waits at most for the time that {@link #remainingUpTo} returns, and then fails. Loops of
 * the domain check their {@link Deadline}. A thread that a request starts has no deadline.
 */
public final class RequestDeadline {
    /** The deadline of an operation without a time limit, such as a watch. */
    public static final RequestDeadline NONE = new RequestDeadline(null, System::nanoTime);

    private static final ScopedValue<RequestDeadline> CURRENT = ScopedValue.newInstance();
    /** Some HTTP clients do not support shorter timeouts. */
    private static final long SHORTEST_NANOS = 1_000_000;

    private final @Nullable Long end;
    private final LongSupplier nanoTime;

    private RequestDeadline(@Nullable Long end, LongSupplier nanoTime) {
        this.end = end;
        this.nanoTime = nanoTime;
    }

    /** Returns a deadline that passes after this time, measured from now. */
    public static RequestDeadline in(Duration time) {
        return in(time, System::nanoTime);
    }

    /** @param nanoTime a monotonic clock */
    public static RequestDeadline in(Duration time, LongSupplier nanoTime) {
        return new RequestDeadline(nanoTime.getAsLong() + time.toNanos(), nanoTime);
    }

    /** Returns the deadline of the current thread's work. */
    public static RequestDeadline current() {
        return CURRENT.orElse(NONE);
    }

    /**
     * Runs work on this thread under this deadline.
     *
     * @throws ApiException Timeout instead of any ApiException that is thrown after the deadline
     */
    public <T> T during(Supplier<T> work) {
        try {
            return ScopedValue.where(CURRENT, this).call(() -> Deadline.during(this::isOver, work));
        } catch (ApiException e) {
            throw cause(e);
        }
    }

    /** Returns whether the deadline has passed. */
    public boolean isOver() {
        return end != null && end - nanoTime.getAsLong() <= 0;
    }

    /** @throws ApiException Timeout if the deadline has passed */
    public void check() {
        if (isOver()) {
            throw timeout();
        }
    }

    /**
     * Returns the remaining time; empty if the time is unlimited.
     *
     * @throws ApiException Timeout if no time is left
     */
    public Optional<Duration> left() {
        check();
        return end == null
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(end - nanoTime.getAsLong(), SHORTEST_NANOS)));
    }

    /**
     * Returns the remaining time or the given limit, whichever is shorter.
     *
     * @throws ApiException Timeout if no time is left
     */
    public Duration remainingUpTo(Duration own) {
        return left().filter(left -> left.compareTo(own) < 0).orElse(own);
    }

    /** Returns the cause of a failure: Timeout if the deadline has passed, otherwise the failure itself. */
    public ApiException cause(ApiException failure) {
        return isOver() ? timeout() : failure;
    }

    private static ApiException timeout() {
        return new ApiException(ApiError.requestTimeout());
    }
}

package dev.chartroom.ports.deadline;

import dev.chartroom.domain.deadline.Deadline;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Until when the request that a thread is at must be answered (wire contract I6). Nothing is interrupted: whatever waits
 * does so for no longer than {@link #orLess}, and so fails by itself; loops of the domain ask their {@link Deadline}. A thread that it starts has none.
 */
public final class RequestDeadline {
    /** That of what may take as long as it likes, such as a watch. */
    public static final RequestDeadline NONE = new RequestDeadline(null, System::nanoTime);

    private static final ScopedValue<RequestDeadline> CURRENT = ScopedValue.newInstance();
    /** What is shorter is no time at all to some clients. */
    private static final long SHORTEST_NANOS = 1_000_000;

    private final @Nullable Long end;
    private final LongSupplier nanoTime;

    private RequestDeadline(@Nullable Long end, LongSupplier nanoTime) {
        this.end = end;
        this.nanoTime = nanoTime;
    }

    /** One that is over after this time, counted from now. */
    public static RequestDeadline in(Duration time) {
        return in(time, System::nanoTime);
    }

    /** @param nanoTime a clock that never goes back */
    public static RequestDeadline in(Duration time, LongSupplier nanoTime) {
        return new RequestDeadline(nanoTime.getAsLong() + time.toNanos(), nanoTime);
    }

    /** That of what this thread is at. */
    public static RequestDeadline current() {
        return CURRENT.orElse(NONE);
    }

    /**
     * Does something on this thread that is to be done by then.
     *
     * @throws ApiException Timeout for whatever ApiException comes when the time is over
     */
    public <T> T during(Supplier<T> work) {
        try {
            return ScopedValue.where(CURRENT, this).call(() -> Deadline.during(this::isOver, work));
        } catch (ApiException e) {
            throw cause(e);
        }
    }

    /** Whether the answer is too late. */
    public boolean isOver() {
        return end != null && end - nanoTime.getAsLong() <= 0;
    }

    /** @throws ApiException Timeout where the answer is too late */
    public void check() {
        if (isOver()) {
            throw timeout();
        }
    }

    /**
     * How long there is left; empty for any time.
     *
     * @throws ApiException Timeout for none
     */
    public Optional<Duration> left() {
        check();
        return end == null
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(end - nanoTime.getAsLong(), SHORTEST_NANOS)));
    }

    /**
     * How long something may take that has a limit of its own.
     *
     * @throws ApiException Timeout where there is no time left
     */
    public Duration orLess(Duration own) {
        return left().filter(left -> left.compareTo(own) < 0).orElse(own);
    }

    /** Why something failed: because its time was over, if it was. */
    public ApiException cause(ApiException failure) {
        return isOver() ? timeout() : failure;
    }

    private static ApiException timeout() {
        return new ApiException(ApiError.requestTimeout());
    }
}

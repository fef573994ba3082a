package dev.chartroom.adapters.http.connection;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The time until which a thread waits for the bytes of a body. No other thread interrupts the wait, because an
 * interruption would close the connection. Over HTTP/2, other users can share the connection. Over HTTP/1.1, the client
 * would not get the answer.
 */
public final class BodyDeadline {
    private static final ScopedValue<BodyDeadline> CURRENT = ScopedValue.newInstance();

    /** A deadline that never passes. */
    static final BodyDeadline NONE = new BodyDeadline(0);

    private final long end;

    private BodyDeadline(long end) {
        this.end = end;
    }

    /** Returns a deadline that passes after this time, counted from now. */
    public static BodyDeadline in(Duration time) {
        return new BodyDeadline(System.nanoTime() + time.toNanos());
    }

    /** Returns the deadline of this thread; {@link #NONE} if it has none. */
    public static BodyDeadline current() {
        return CURRENT.orElse(NONE);
    }

    /**
     * Runs a task that reads a body on this thread.
     *
     * @throws ApiException Timeout if the bytes do not arrive in time
     */
    public <T> T during(Supplier<T> reading) {
        return ScopedValue.where(CURRENT, this).call(reading::get);
    }

    /**
     * Returns the time that is left.
     *
     * @throws ApiException Timeout if no time is left
     */
    long leftNanos() {
        if (this == NONE) {
            return Long.MAX_VALUE;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw timeout();
        }
        return left;
    }

    /**
     * Waits for the bytes that another thread reads. Throws the same exceptions as the read on that thread.
     *
     * @throws ApiException Timeout if they do not arrive in time
     */
    public byte[] await(CompletableFuture<byte[]> bytes) {
        try {
            return bytes.get(bytes.isDone() ? 0 : leftNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw timeout();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new UncheckedIOException(new IOException(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw new UncheckedIOException(interrupted);
        }
    }

    private static ApiException timeout() {
        return new ApiException(ApiError.requestTimeout());
    }
}

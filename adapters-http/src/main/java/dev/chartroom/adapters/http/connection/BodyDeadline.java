package dev.chartroom.adapters.http.connection;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
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
 * Until when a thread waits for the bytes of a body. It gives up by itself: an interruption would close the connection,
 * over HTTP/2 that of all users, and over HTTP/1.1 before the client has the answer.
 */
public final class BodyDeadline {
    private static final ScopedValue<BodyDeadline> CURRENT = ScopedValue.newInstance();

    /** For any time. */
    static final BodyDeadline NONE = new BodyDeadline(0);

    private final long end;

    private BodyDeadline(long end) {
        this.end = end;
    }

    /** One that is over after this time, counted from now. */
    public static BodyDeadline in(Duration time) {
        return new BodyDeadline(System.nanoTime() + time.toNanos());
    }

    /** The one of this thread; {@link #NONE} if it has none. */
    public static BodyDeadline current() {
        return CURRENT.orElse(NONE);
    }

    /**
     * Does something on this thread that reads a body.
     *
     * @throws ApiException Timeout if the bytes do not come in time
     */
    public <T> T during(Supplier<T> reading) {
        return ScopedValue.where(CURRENT, this).call(reading::get);
    }

    /**
     * How long there is left.
     *
     * @throws ApiException Timeout for none
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
     * Waits for the bytes that another thread reads. Throws what reading them throws.
     *
     * @throws ApiException Timeout if they do not come in time
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

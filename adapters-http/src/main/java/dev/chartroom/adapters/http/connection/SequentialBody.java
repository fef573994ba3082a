package dev.chartroom.adapters.http.connection;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A body over HTTP/1.1, which Helidon reads. If a request does not need its whole body, the server reads the remaining
 * bytes before it answers, provided that they are few. Otherwise the answer has {@code Connection: close} and the
 * server closes the connection, as Go's server does. So the server never reads remaining bytes of a body as the next
 * request. To be used by the thread of the connection.
 */
final class SequentialBody extends InputStream implements RequestBody {
    private static final System.Logger LOG = System.getLogger(SequentialBody.class.getName());
    /**
     * If a request does not read its body to the end, the server reads at most this many more bytes before it answers,
     * as Go's server does.
     */
    private static final int MAX_DRAINED = 256 * 1024;
    /**
     * The maximum number of bytes that are read before the connection is closed. If the client sends more, it might
     * lose the answer.
     */
    private static final int MAX_LINGERED = 4 * 1024 * 1024;

    /** The maximum time to read the remaining bytes before the answer. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    private static final Duration LINGER = Duration.ofSeconds(5);
    /** The maximum wait for the next part of the remaining bytes. A client that stalls still gets its answer. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final int BUFFER = 16 * 1024;
    private static final int LIMIT = 3 * 1024 * 1024;

    private final ServerRequest request;
    private final ServerResponse response;
    private @Nullable InputStream in;
    private boolean settled;
    private boolean broken;
    private boolean late;
    private boolean closes;
    private boolean lingers;

    private SequentialBody(ServerRequest request, ServerResponse response) {
        this.request = request;
        this.response = response;
    }

    /** Does the same as {@link RequestBody#of}. */
    static SequentialBody of(ServerRequest request, ServerResponse response) {
        SequentialBody body = new SequentialBody(request, response);
        boolean chunked = request.headers().contains(HeaderNames.TRANSFER_ENCODING);
        InputMeter.current().ifPresent(input -> input.beginBody(chunked));
        response.whenSent(body::end);
        if (request.content().hasEntity()) {
            response.beforeSend(() -> body.settle(false));
        }
        return body;
    }

    @Override
    public InputStream content() {
        return this;
    }

    @Override
    public void whenClientLeaves(Runnable action) {
        settle(true);
        InputMeter.current()
                .ifPresent(input -> Thread.startVirtualThread(() -> {
                    input.awaitEnd();
                    action.run();
                }));
    }

    /** Returns a space, which {@link OpeningWriter} drops. */
    @Override
    public byte[] opening() {
        return new byte[] {' '};
    }

    /** Does nothing: bytes that the request does not read stay in the operating system's buffers or with the client. */
    @Override
    public void countFor(UserInfo user) {}

    /** Does nothing: the rest of the body is dropped when the answer is sent. */
    @Override
    public void discard() {}

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            int count = in().read(bytes, offset, length);
            InputMeter.current().ifPresent(InputMeter::progress);
            return count;
        } catch (ApiException e) {
            late = true;
            throw e;
        } catch (InputMeter.TooLongException _) {
            broken = true;
            throw new ApiException(ApiError.tooLarge(LIMIT));
        } catch (ChunkedInput.TrailersTooLargeException _) {
            broken = true;
            throw new ApiException(ApiError.trailersTooLarge());
        } catch (RequestException | DataReader.IncorrectNewLineException | IllegalArgumentException _) {
            broken = true;
            throw ApiException.badRequest("the chunks of the body cannot be read");
        }
    }

    private InputStream in() {
        if (in == null) {
            in = request.content().hasEntity() ? request.content().inputStream() : InputStream.nullInputStream();
        }
        return in;
    }

    /** Reads the rest of the body if it is short. Otherwise announces the end of the connection. */
    private void settle(boolean last) {
        if (!settled) {
            settled = true;
            boolean whole = !broken && !late && !awaitsContinue() && drain(MAX_DRAINED, SETTLE);
            lingers = !last && !awaitsContinue();
            closes = last || !whole;
            if (closes) {
                response.headers().set(HeaderValues.CONNECTION_CLOSE);
            }
        }
    }

    private void end() {
        if (closes) {
            if (lingers) {
                linger();
            }
            throw new CloseConnectionException("no other request can follow");
        }
    }

    /** Reads on for a while, so that the client can read the answer before its connection is closed. */
    private void linger() {
        if (broken) {
            InputMeter.current().ifPresent(input -> readOn(MAX_LINGERED, LINGER, () -> input.skip(0) ? BUFFER : -1));
        } else {
            var _ = drain(MAX_LINGERED, LINGER);
        }
    }

    /** True if the client still waits for 100 Continue before it sends its body. */
    private boolean awaitsContinue() {
        return in == null && request.content().hasEntity() && request.headers().contains(HeaderNames.EXPECT);
    }

    /** Reads and drops bytes of the body. Returns whether the end of the body was reached. */
    private boolean drain(int max, Duration time) {
        byte[] buffer = new byte[BUFFER];
        return readOn(max, time, () -> read(buffer, 0, buffer.length));
    }

    private interface Step {
        /** Returns the number of bytes that were read; negative at the end. */
        int read() throws IOException;
    }

    /**
     * Reads bytes and drops them. Returns true at the end of the bytes. Returns false after too many bytes, when the
     * time is up, or if the client sends nothing.
     */
    private static boolean readOn(int max, Duration time, Step step) {
        long end = System.nanoTime() + time.toNanos();
        try {
            for (int sum = 0; sum <= max; ) {
                Duration left = Duration.ofNanos(end - System.nanoTime());
                int count = BodyDeadline.in(left.compareTo(PAUSE) < 0 ? left : PAUSE)
                        .during(() -> {
                            try {
                                return step.read();
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
                if (count < 0) {
                    return true;
                }
                sum += count;
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "The client did not send the rest of a body", e);
        }
        return false;
    }
}

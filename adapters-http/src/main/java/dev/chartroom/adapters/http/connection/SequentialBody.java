package dev.chartroom.adapters.http.connection;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A body over HTTP/1.1, which Helidon reads. Before the answer, the server reads a short rest that the request did not
 * read. If there is more, the answer says {@code Connection: close} and the server closes the connection, as Go's does:
 * the rest of a body never becomes the next request. To be used by the thread of the connection.
 */
final class SequentialBody extends InputStream implements RequestBody {
    /** In bytes; what Go's server reads. */
    private static final int MOST_DRAINED = 256 * 1024;
    /** In bytes; a client that still sends while its connection is closed may lose the answer. */
    private static final int MOST_LINGERED = 4 * 1024 * 1024;

    /** How long the server waits for the rest before the answer: a client that stalls gets its answer all the same. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    private static final Duration LINGER = Duration.ofSeconds(5);
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

    /** As {@link RequestBody#of}. */
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

    /** {@link OpeningWriter} leaves it out. */
    @Override
    public byte[] opening() {
        return new byte[] {' '};
    }

    /** The answer does. */
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

    /** Reads a short rest, or announces the end of the connection. */
    private void settle(boolean last) {
        if (!settled) {
            settled = true;
            boolean whole = !broken && !late && !isHeldBack() && drain(MOST_DRAINED, SETTLE);
            lingers = !last && !isHeldBack();
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

    /** Reads on for a while, so that the client reads the answer before its connection is closed. */
    private void linger() {
        if (broken) {
            InputMeter.current().ifPresent(input -> BodyDeadline.in(LINGER).during(() -> input.skip(MOST_LINGERED)));
        } else {
            var _ = drain(MOST_LINGERED, LINGER);
        }
    }

    /** Whether the client still waits to be asked for its body. */
    private boolean isHeldBack() {
        return in == null && request.content().hasEntity() && request.headers().contains(HeaderNames.EXPECT);
    }

    /** Returns whether that was all. */
    private boolean drain(int most, Duration time) {
        byte[] buffer = new byte[BUFFER];
        return BodyDeadline.in(time).during(() -> {
            try {
                for (int sum = 0; sum <= most; ) {
                    int count = read(buffer, 0, buffer.length);
                    if (count < 0) {
                        return true;
                    }
                    sum += count;
                }
                return false;
            } catch (IOException | RuntimeException _) {
                return false;
            }
        });
    }
}

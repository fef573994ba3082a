package dev.chartroom.adapters.http.connection.frame;

import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2FrameTypes;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Ends an HTTP/2 connection without harm to a request (RFC 9113, 6.8). GOAWAY announces to the client that later
 * requests are not answered. The connection is over when all earlier requests are answered. A request that crosses this
 * GOAWAY is lost, and a client cannot repeat it if it has already sent the body. So if the client has done no wrong, an
 * earlier GOAWAY asks it to send no more requests, and excludes none.
 */
public final class GracefulEnd {
    private static final System.Logger LOG = System.getLogger(GracefulEnd.class.getName());
    private static final int GO_AWAY_LENGTH = 8;
    private static final int EVERY_REQUEST = Integer.MAX_VALUE;
    /**
     * The delay between the two announcements. It is also the delay before the connection is closed, as in Go's server.
     * In this time, a client that has read GOAWAY closes the connection itself, and loses nothing that the server has
     * sent.
     */
    private static final Executor IN_A_SECOND =
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Thread::startVirtualThread);

    private final FrameWriter out;
    private final BooleanSupplier idle;
    private final ReentrantLock lock = new ReentrantLock();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final CompletableFuture<Void> open = new CompletableFuture<>();
    private int lastRequest;
    private boolean announced;
    private boolean begun;

    /** @param idle returns whether no request is being served */
    public GracefulEnd(FrameWriter out, BooleanSupplier idle) {
        this.out = out;
        this.idle = idle;
    }

    /** Completes when the connection is to be closed. */
    public CompletableFuture<Void> over() {
        return over;
    }

    /** To be called when the server has sent its first frame. No other frame may be sent before it. */
    public void opened() {
        open.complete(null);
    }

    /** Asks the client to send no more requests, and {@linkplain #begin begins} the end a second later. */
    public void announce() {
        lock.lock();
        try {
            if (announced || begun) {
                return;
            }
            announced = true;
        } finally {
            lock.unlock();
        }
        var _ = open.thenRun(() -> {
            goAway(EVERY_REQUEST);
            IN_A_SECOND.execute(this::begin);
        });
    }

    /** Decides whether another request may begin. */
    public boolean admits(int stream) {
        lock.lock();
        try {
            if (!begun) {
                lastRequest = stream;
            }
            return !begun;
        } finally {
            lock.unlock();
        }
    }

    /** To be called when a request, possibly the last one, has been served. */
    public void served() {
        if (hasBegun() && idle.getAsBoolean()) {
            IN_A_SECOND.execute(this::endIfIdle);
        }
    }

    public boolean hasBegun() {
        lock.lock();
        try {
            return begun;
        } finally {
            lock.unlock();
        }
    }

    /** Sends GOAWAY, once. The connection ends with its last request, or soon if it has no request. Any later request is ignored. */
    public void begin() {
        int last;
        lock.lock();
        try {
            if (begun) {
                return;
            }
            begun = true;
            last = lastRequest;
        } finally {
            lock.unlock();
        }
        goAway(last);
        served();
    }

    private void goAway(int last) {
        try {
            out.writeOfConnection(FrameWriter.frame(
                    Http2FrameHeader.create(GO_AWAY_LENGTH, Http2FrameTypes.GO_AWAY, Http2Flag.NoFlags.create(), 0),
                    last,
                    Http2ErrorCode.NO_ERROR.code()));
        } catch (UncheckedIOException | SocketWriterException e) {
            LOG.log(System.Logger.Level.DEBUG, "The client closed the connection before GOAWAY", e);
        }
    }

    /** A request that was read before GOAWAY might have begun meanwhile. */
    private void endIfIdle() {
        if (idle.getAsBoolean()) {
            over.complete(null);
        }
    }
}

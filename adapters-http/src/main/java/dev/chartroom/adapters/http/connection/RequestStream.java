package dev.chartroom.adapters.http.connection;

import io.helidon.http.http2.Http2ErrorCode;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A request over HTTP/2: one of the streams of its connection. It is notified when its client leaves. Over HTTP/1.1,
 * only a write detects that the client has left.
 */
public final class RequestStream {
    private static final ScopedValue<RequestStream> CURRENT = ScopedValue.newInstance();

    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private final int refusal;
    private final StreamBody body;
    private final Runnable connectionEnd;
    private volatile ResponseState responseState = ResponseState.NONE;

    /** The progress of the answer. */
    private enum ResponseState {
        NONE,
        STARTED,
        COMPLETE,
        RESET
    }

    /**
     * @param refusal the code of the answer to a request that is rejected; 0 for any other request
     * @param connectionEnd announces to the client that the connection ends
     */
    RequestStream(int refusal, StreamBody body, Runnable connectionEnd) {
        this.refusal = refusal;
        this.body = body;
        this.connectionEnd = connectionEnd;
    }

    /** Returns the request that this thread serves; empty over HTTP/1.1. */
    public static Optional<RequestStream> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /**
     * Returns the code of the answer to a request whose head is malformed or too large: 400, 405, 414 or 431. Returns 0
     * for any other request.
     */
    public int refusal() {
        return refusal;
    }

    StreamBody body() {
        return body;
    }

    /** True if the client has left. An answer is then of no use any more. */
    public boolean hasClientLeft() {
        return left.isDone();
    }

    /**
     * Runs an action when the client leaves, or at once if the client has left. The connection waits for the action,
     * which must not block.
     */
    void whenClientLeaves(Runnable action) {
        var _ = left.thenRun(action);
    }

    /**
     * Lets the connection end after this request. The server still answers the other requests of the connection. The
     * client is notified at once, before it gets the answer, so that it sends no further requests in vain.
     */
    public void endConnection() {
        connectionEnd.run();
    }

    void responseStarted() {
        responseState = ResponseState.STARTED;
    }

    void responseEnded(boolean reset) {
        responseState = reset ? ResponseState.RESET : ResponseState.COMPLETE;
    }

    /** Records that the client has left. Returns true if the answer has not begun. */
    boolean clientLeft() {
        left.complete(null);
        body.abandon();
        return responseState == ResponseState.NONE;
    }

    void serve(Runnable task) {
        try {
            ScopedValue.where(CURRENT, this).run(task);
        } finally {
            closeBody();
        }
    }

    /**
     * Stops the client from sending bytes that no request reads. The connection's window needs no update, because it
     * was updated when the bytes arrived.
     */
    private void closeBody() {
        switch (responseState) {
            case NONE, STARTED -> body.close(Http2ErrorCode.INTERNAL);
            case COMPLETE -> body.close(Http2ErrorCode.NO_ERROR);
            case RESET -> body.discard();
        }
    }
}

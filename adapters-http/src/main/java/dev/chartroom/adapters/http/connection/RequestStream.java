package dev.chartroom.adapters.http.connection;

import io.helidon.http.http2.Http2ErrorCode;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A request over HTTP/2, one stream among others of its connection. It is told that its client has left, which over
 * HTTP/1.1 only a write finds out.
 */
public final class RequestStream {
    private static final ScopedValue<RequestStream> CURRENT = ScopedValue.newInstance();

    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private final int refusal;
    private final StreamBody body;
    private final Runnable connectionEnd;
    private final CompletableFuture<Void> served = new CompletableFuture<>();
    private volatile Answer answer = Answer.NONE;

    /** How far the answer is. */
    private enum Answer {
        NONE,
        BEGUN,
        WHOLE,
        RESET
    }

    /**
     * @param refusal the code of the answer to a request that may not be read; 0 if it may
     * @param connectionEnd tells the client that the connection ends
     */
    RequestStream(int refusal, StreamBody body, Runnable connectionEnd) {
        this.refusal = refusal;
        this.body = body;
        this.connectionEnd = connectionEnd;
    }

    /** The request that this thread serves; empty over HTTP/1.1. */
    public static Optional<RequestStream> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /** The code of the answer to a request whose head is malformed or too large: 400, 405, 414 or 431. 0 for any other. */
    public int refusal() {
        return refusal;
    }

    StreamBody body() {
        return body;
    }

    /** True where there is no use in an answer any more. */
    public boolean hasClientLeft() {
        return left.isDone();
    }

    /** Does something when the client leaves, at once if it has. The connection waits for it: it must not block. */
    void whenClientLeaves(Runnable action) {
        var _ = left.thenRun(action);
    }

    /**
     * Lets the connection end with this request; others that it has are answered. The client is told at once, so that he
     * knows before he has the answer and asks nothing more in vain.
     */
    public void endConnection() {
        connectionEnd.run();
    }

    void answerBegins() {
        answer = Answer.BEGUN;
    }

    void answerEnds(boolean reset) {
        answer = reset ? Answer.RESET : Answer.WHOLE;
    }

    /** Answers whether nothing was answered yet. */
    boolean clientLeft() {
        left.complete(null);
        body.abandon();
        return answer == Answer.NONE;
    }

    /** Done when all of the answer has been written, or will not be. */
    CompletableFuture<Void> served() {
        return served;
    }

    void serve(Runnable task) {
        try {
            ScopedValue.where(CURRENT, this).run(task);
        } finally {
            closeBody();
            served.complete(null);
        }
    }

    /** The client is to send no more of what nobody reads. Its connection has all of its window. */
    private void closeBody() {
        switch (answer) {
            case NONE, BEGUN -> body.close(Http2ErrorCode.INTERNAL);
            case WHOLE -> body.close(Http2ErrorCode.NO_ERROR);
            case RESET -> body.discard();
        }
    }
}

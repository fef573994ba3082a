package dev.chartroom.adapters.kubernetes.client;

/** An API server's complete answer to a request. */
public final class Answer {
    private final int code;
    private final byte[] body;
    private final int retryAfterSeconds;
    private final boolean toRead;

    Answer(int code, byte[] body, int retryAfterSeconds, boolean toRead) {
        this.code = code;
        this.body = body;
        this.retryAfterSeconds = retryAfterSeconds;
        this.toRead = toRead;
    }

    /** The HTTP status code. */
    public int code() {
        return code;
    }

    public boolean isSuccess() {
        return code >= 200 && code < 300;
    }

    /** The body as it came. Not a copy. */
    public byte[] body() {
        return body;
    }

    /** What the Retry-After header says; 0 where there is none. */
    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** True where the request was one that changes nothing, whatever became of it. */
    public boolean isToRead() {
        return toRead;
    }
}

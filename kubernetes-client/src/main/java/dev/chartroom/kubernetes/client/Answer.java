package dev.chartroom.kubernetes.client;

/** The complete answer of an API server to a request. */
public final class Answer {
    private final int code;
    private final byte[] body;
    private final int retryAfterSeconds;
    private final boolean fromGet;

    Answer(int code, byte[] body, int retryAfterSeconds, boolean fromGet) {
        this.code = code;
        this.body = body;
        this.retryAfterSeconds = retryAfterSeconds;
        this.fromGet = fromGet;
    }

    public int code() {
        return code;
    }

    public boolean isSuccess() {
        return code >= 200 && code < 300;
    }

    /** Returns the body as received, not a copy. */
    public byte[] body() {
        return body;
    }

    /** Returns the seconds of the Retry-After header; 0 if there is none. */
    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** Returns whether the request was a GET, which changes nothing, whatever its outcome. */
    public boolean isFromGet() {
        return fromGet;
    }
}

package dev.chartroom.conformance.cases;

import java.net.http.HttpHeaders;

/** A complete answer, as it was received. */
public final class Received {
    private final int code;
    private final HttpHeaders headers;
    private final byte[] body;

    public Received(int code, HttpHeaders headers, byte[] body) {
        this.code = code;
        this.headers = headers;
        this.body = body;
    }

    public int code() {
        return code;
    }

    public HttpHeaders headers() {
        return headers;
    }

    /** Returns the body, not a copy. */
    public byte[] body() {
        return body;
    }
}

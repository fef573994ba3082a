package dev.chartroom.kubernetes.client;

import org.jspecify.annotations.Nullable;

/** The complete answer of an API server to a request. */
public final class KubernetesResponse {
    private final int code;
    private final byte[] body;
    private final @Nullable String retryAfter;
    private final boolean fromGet;

    /** @param retryAfter the Retry-After header, null if there is none */
    KubernetesResponse(int code, byte[] body, @Nullable String retryAfter, boolean fromGet) {
        this.code = code;
        this.body = body;
        this.retryAfter = retryAfter;
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

    /** Returns whether there is a Retry-After header, which may also be a date. */
    public boolean hasRetryAfter() {
        return retryAfter != null;
    }

    /** Returns the seconds of the Retry-After header; 0 if there is none, or if it is a date or longer than six digits. */
    public int retryAfterSeconds() {
        return retryAfter != null && retryAfter.matches("[0-9]{1,6}") ? Integer.parseInt(retryAfter) : 0;
    }

    /** Returns whether the request was a GET, which changes nothing, whatever its outcome. */
    public boolean isFromGet() {
        return fromGet;
    }
}

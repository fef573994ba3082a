package dev.chartroom.kubernetes.client;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The complete answer of an API server to a request. */
public final class KubernetesResponse {
    private final int code;
    private final byte[] body;
    private final @Nullable String retryAfter;
    private final boolean fromGet;
    private final @Nullable Instant date;

    /**
     * @param retryAfter the Retry-After header, null if there is none
     * @param date the Date header, null if there is none
     */
    KubernetesResponse(int code, byte[] body, @Nullable String retryAfter, boolean fromGet, @Nullable Instant date) {
        this.code = code;
        this.body = body;
        this.retryAfter = retryAfter;
        this.fromGet = fromGet;
        this.date = date;
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

    /** Returns the time of the answer by the server's clock; empty if the server does not state it. */
    public Optional<Instant> date() {
        return Optional.ofNullable(date);
    }

    /** Returns whether the request was a GET, which changes nothing, whatever its outcome. */
    public boolean isFromGet() {
        return fromGet;
    }
}

package dev.chartroom.adapters.http.connection;

/**
 * How large the head of a request may be.
 *
 * @param headers in bytes, all but the path, as RFC 9113, 6.5.2 counts them: after decompression, 32 more for each
 */
public record RequestLimits(int headers) {
    /** For the path and its query, in bytes: more than a selector of 64 KiB can be, escaped. */
    static final int PATH = 256 * 1024;
    /** Names of headers: a client has thousands of values at most, such as its groups. */
    static final int NAMES = 256;

    /** For a client that connects itself. */
    public static final RequestLimits CLIENT = new RequestLimits(64 * 1024);
    /** For the front proxy, whose users may have thousands of groups; as much as Go's server accepts (wire contract D78). */
    public static final RequestLimits FRONT_PROXY = new RequestLimits(1024 * 1024);

    /** What no head of a request exceeds, in bytes. */
    static final int MOST = FRONT_PROXY.headers + PATH;
}

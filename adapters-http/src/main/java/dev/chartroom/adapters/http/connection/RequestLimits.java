package dev.chartroom.adapters.http.connection;

/**
 * The maximum size of a request's head.
 *
 * @param headers in bytes, all but the path, as RFC 9113, 6.5.2 counts them: after decompression, 32 more for each
 */
public record RequestLimits(int headers) {
    /** Bytes for the path and its query: more than an escaped selector of 64 KiB can have. */
    static final int PATH = 256 * 1024;
    /** Names of headers. A client has at most thousands of values, such as its groups, but few names. */
    static final int NAMES = 256;

    /** For a client that connects directly. */
    public static final RequestLimits CLIENT = new RequestLimits(64 * 1024);
    /**
     * For the front proxy, whose users may have thousands of groups: as much as Go's server accepts (wire contract
     * D78).
     */
    public static final RequestLimits FRONT_PROXY = new RequestLimits(1024 * 1024);

    /** Bytes: the maximum of any request's head. */
    static final int MOST = FRONT_PROXY.headers + PATH;
}

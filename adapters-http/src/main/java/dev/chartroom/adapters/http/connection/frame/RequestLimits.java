package dev.chartroom.adapters.http.connection.frame;

/**
 * The limits on requests, which depend on the client.
 *
 * @param headers the maximum size in bytes of all headers except the path. As in RFC 9113, 6.5.2, the size is counted
 *     after decompression, with 32 more bytes for each header.
 * @param streams the maximum number of open requests of one connection over HTTP/2. A request beyond it is refused, and can be
 *     repeated (RFC 9113, 8.7). Even a request without a token takes memory until its client reads the answer.
 */
public record RequestLimits(int headers, int streams) {
    /** Bytes for the path and its query: more than an escaped selector of 64 KiB can have. */
    public static final int PATH = 256 * 1024;
    /**
     * The maximum number of different header names. A request can have thousands of header values, such as groups, but
     * it has few header names.
     */
    static final int NAMES = 256;

    /** For a client that connects directly. */
    public static final RequestLimits CLIENT = new RequestLimits(64 * 1024, 1024);
    /**
     * For the front proxy, whose users can have thousands of groups, and ten thousand watches. Go's server accepts as much (wire
     * contract D78).
     */
    public static final RequestLimits FRONT_PROXY = new RequestLimits(1024 * 1024, 16_384);

    /** Bytes: the maximum of any request's head. */
    public static final int MAX_HEAD = FRONT_PROXY.headers + PATH;
}

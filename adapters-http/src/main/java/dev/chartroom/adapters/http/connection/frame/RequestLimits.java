package dev.chartroom.adapters.http.connection.frame;

/**
 * The maximum size of a request's head.
 *
 * @param headers the maximum size in bytes of all headers except the path. As in RFC 9113, 6.5.2, the size is counted
 *     after decompression, with 32 more bytes for each header.
 */
public record RequestLimits(int headers) {
    /** Bytes for the path and its query: more than an escaped selector of 64 KiB can have. */
    public static final int PATH = 256 * 1024;
    /**
     * The maximum number of different header names. A request can have thousands of header values, such as groups, but
     * it has few header names.
     */
    static final int NAMES = 256;

    /** For a client that connects directly. */
    public static final RequestLimits CLIENT = new RequestLimits(64 * 1024);
    /**
     * For the front proxy, whose users can have thousands of groups. Go's server accepts as much (wire contract D78).
     */
    public static final RequestLimits FRONT_PROXY = new RequestLimits(1024 * 1024);

    /** Bytes: the maximum of any request's head. */
    public static final int MAX_HEAD = FRONT_PROXY.headers + PATH;
}

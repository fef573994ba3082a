package dev.chartroom.adapters.http.connection.frame;

import java.util.List;
import org.apache.hc.core5.http.Header;

/**
 * The head of a request over HTTP/2.
 *
 * @param refusal the code of the answer to a request that is rejected; 0 for any other request
 * @param hasBody true if the client has not ended the stream with its headers
 * @param contentLength in bytes; {@link #UNKNOWN} if the client does not state it, {@link #INVALID} if no body can have
 *     this length
 * @param expectsContinue true if the client waits before it sends the body (RFC 9110, 10.1.1)
 */
public record RequestHead(int stream, int refusal, boolean hasBody, long contentLength, boolean expectsContinue) {
    private static final String CONTENT_LENGTH = "content-length";
    private static final String EXPECT = "expect";
    private static final int MAX_DIGITS = 18;
    private static final int BAD_REQUEST = 400;
    private static final long UNKNOWN = -1;
    private static final long INVALID = -2;

    /**
     * Returns the head of a request without a body. Headers that announce a body make the request malformed (RFC 9113,
     * 8.1.1).
     */
    static RequestHead withoutBody(int stream, List<Header> all, int refusal) {
        long length = length(all);
        boolean announced = length != UNKNOWN && length != 0;
        return new RequestHead(stream, refusal == 0 && announced ? BAD_REQUEST : refusal, false, UNKNOWN, false);
    }

    /**
     * Returns the head of a request with a body. If its headers give an invalid length, or contradict each other, the
     * body fails as soon as some of it arrives. That is a failure of one request, not of the connection.
     */
    public static RequestHead withBody(int stream, List<Header> all, int refusal) {
        boolean expectsContinue = all.stream()
                .anyMatch(header -> is(EXPECT, header) && header.getValue().equalsIgnoreCase("100-continue"));
        return new RequestHead(stream, refusal, true, length(all), expectsContinue);
    }

    /** Removes the headers that would make Helidon wait for a body, or miss one. */
    static List<Header> withoutFraming(List<Header> all) {
        return all.stream()
                .filter(header -> !is(CONTENT_LENGTH, header) && !is(EXPECT, header))
                .toList();
    }

    /** Returns whether this many bytes, so far or in all, agree with the length that the client states. */
    public boolean allows(long bytes, boolean inAll) {
        return contentLength == UNKNOWN || (inAll ? bytes == contentLength : bytes <= contentLength);
    }

    /** Returns whether the client can send more bytes than this number. */
    public boolean mayExceed(long bytes) {
        return contentLength == UNKNOWN || contentLength > bytes;
    }

    private static boolean is(String name, Header header) {
        return header.getName().equalsIgnoreCase(name);
    }

    private static long length(List<Header> all) {
        List<Long> lengths = all.stream()
                .filter(header -> is(CONTENT_LENGTH, header))
                .map(header -> length(header.getValue()))
                .distinct()
                .toList();
        return lengths.isEmpty() ? UNKNOWN : lengths.size() > 1 ? INVALID : lengths.getFirst();
    }

    private static long length(String text) {
        boolean digits =
                !text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? Long.parseLong(text) : INVALID;
    }
}

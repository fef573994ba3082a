package dev.chartroom.adapters.http.connection;

import dev.chartroom.adapters.http.connection.frame.HeaderTokens;
import dev.chartroom.adapters.http.connection.frame.RequestLimits;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import java.util.function.Supplier;

/**
 * Reads an HTTP/1.1 connection for Helidon and corrects how Helidon handles chunks. Helidon accepts a chunk without a
 * line break at its end, and a size with a sign: this class rejects them. Helidon rejects chunk extensions and
 * trailers, but a server must accept them (RFC 9112, 7.1): this class drops them. A malformed chunk causes an
 * {@link IllegalArgumentException}. To be used by the thread of the connection.
 */
@SuppressWarnings("removal") // The replacement of the constructor cannot create a subclass.
final class ChunkedInput extends DataReader {
    /** The maximum length in bytes of the line before a chunk, as in Go's server. */
    private static final int MAX_LINE_LENGTH = 4096;

    private static final int HEX = 16;

    private Next next = Next.NO_CHUNK;

    /** The part that Helidon reads next. */
    private enum Next {
        NO_CHUNK,
        SIZE,
        DATA,
        LINE_BREAK,
        END
    }

    ChunkedInput(Supplier<byte[]> bytes) {
        super(bytes);
    }

    /** Announces that the chunks of a body follow. */
    void beginChunks() {
        next = Next.SIZE;
    }

    @Override
    public String readLine() {
        return switch (next) {
            case SIZE -> readSize();
            case END -> readTrailers();
            case NO_CHUNK, DATA, LINE_BREAK -> super.readLine();
        };
    }

    @Override
    public BufferData readBuffer(int length) {
        BufferData data = super.readBuffer(length);
        if (next == Next.DATA) {
            next = Next.LINE_BREAK;
        }
        return data;
    }

    @Override
    public void skip(int length) {
        if (next == Next.LINE_BREAK) {
            if (!startsWithNewLine()) {
                throw new IllegalArgumentException("a chunk is longer than its declared size");
            }
            next = Next.SIZE;
        }
        super.skip(length);
    }

    private String readSize() {
        String line = super.readLine();
        int extension = line.indexOf(';');
        String size = (extension < 0 ? line : line.substring(0, extension)).stripTrailing();
        if (line.length() > MAX_LINE_LENGTH
                || size.isEmpty()
                || !size.chars().allMatch(c -> c < 0x80 && Character.digit(c, HEX) >= 0)) {
            throw new IllegalArgumentException("malformed chunk size");
        }
        next = size.chars().allMatch(c -> c == '0') ? Next.END : Next.DATA;
        return size;
    }

    /** Thrown if the trailers exceed the limit on a request's headers. */
    static final class TrailersTooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Drops the trailers, which no handler uses. Returns the empty line after them. */
    private String readTrailers() {
        long size = 0;
        for (String line = super.readLine(); !line.isEmpty(); line = super.readLine()) {
            size += line.length();
            if (size > RequestLimits.CLIENT.headers()) {
                throw new TrailersTooLargeException();
            }
            int colon = line.indexOf(':');
            if (colon < 1 || !line.substring(0, colon).chars().allMatch(HeaderTokens::isTokenCharacter)) {
                throw new IllegalArgumentException("malformed trailer");
            }
        }
        next = Next.NO_CHUNK;
        return "";
    }
}

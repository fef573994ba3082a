package dev.chartroom.adapters.http.connection;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2FrameHeader;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Hands an HTTP/2 connection's frames to Helidon one at a time, so that it is done with one when it asks for the next,
 * and sees to RST_STREAM itself: Helidon tells nobody of it, and takes one for a stream that is served already, as a
 * client may send it at any time (RFC 9113, 5.1), for an error of the whole connection.
 */
final class FrameReader implements Supplier<byte[]> {
    private static final int PREFACE_LENGTH = 24;

    private final DataReader in;
    private final int maxFrameSize;
    private final IntConsumer onReset;
    private final Set<Integer> unfinished = new HashSet<>();
    private boolean begun;
    private int lastRequest;

    /**
     * @param maxFrameSize what is larger is handed on by its header alone, and refused for it
     * @param onReset takes the id of each stream that the client resets
     */
    FrameReader(DataReader in, int maxFrameSize, IntConsumer onReset) {
        this.in = in;
        this.maxFrameSize = maxFrameSize;
        this.onReset = onReset;
    }

    /** The stream whose headers were read last. */
    int lastRequest() {
        return lastRequest;
    }

    /**
     * The next frame, waited for.
     *
     * @throws DataReader.InsufficientDataAvailableException where the client has closed the connection
     */
    @Override
    public byte[] get() {
        if (!begun) {
            begun = true;
            return in.readBytes(PREFACE_LENGTH);
        }
        while (true) {
            Http2FrameHeader header = Http2FrameHeader.create(in.getBuffer(Http2FrameHeader.LENGTH));
            if (header.length() > maxFrameSize) {
                return in.readBytes(Http2FrameHeader.LENGTH);
            }
            byte[] frame = in.readBytes(Http2FrameHeader.LENGTH + header.length());
            if (isForHelidon(header)) {
                return frame;
            }
        }
    }

    private boolean isForHelidon(Http2FrameHeader header) {
        int stream = header.streamId();
        return switch (header.type()) {
            case HEADERS -> {
                lastRequest = stream;
                yield isRead(stream, header);
            }
            case DATA -> isRead(stream, header);
            case RST_STREAM -> {
                onReset.accept(stream);
                // Only where Helidon waits for the rest of the request, and so is sure to know the stream.
                yield unfinished.remove(stream);
            }
            default -> true;
        };
    }

    private boolean isRead(int stream, Http2FrameHeader header) {
        if ((header.flags() & Http2Flag.END_OF_STREAM) == 0) {
            unfinished.add(stream);
        } else {
            unfinished.remove(stream);
        }
        return true;
    }
}

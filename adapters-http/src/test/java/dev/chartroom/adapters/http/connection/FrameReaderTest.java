package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.connection.frame.ConnectionWindow;
import dev.chartroom.adapters.http.connection.frame.FrameWriter;
import dev.chartroom.adapters.http.connection.frame.GracefulEnd;
import dev.chartroom.adapters.http.connection.frame.HeaderFrames;
import dev.chartroom.adapters.http.connection.frame.RequestHead;
import dev.chartroom.adapters.http.connection.frame.RequestLimits;
import io.helidon.common.buffers.DataReader;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests beyond the limit on streams, and the further frames of such requests. */
class FrameReaderTest {
    private static final int HEADERS = 1;
    private static final int WINDOW_UPDATE = 8;
    private static final int END_STREAM_AND_HEADERS = 5;
    /** GET, https and / from HPACK's static table, and the authority {@code a} as a literal. */
    private static final byte[] HEAD = {(byte) 0x82, (byte) 0x87, (byte) 0x84, 1, 1, 'a'};

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final RequestStreams streams = new RequestStreams(2);
    private final FrameWriter out = new FrameWriter(new DiscardingWriter(), streams);
    private final GracefulEnd end = new GracefulEnd(out, streams::isEmpty);
    private final List<Integer> refused = new ArrayList<>();
    private final CompletableFuture<Void> answer = new CompletableFuture<>();

    @AfterEach
    void finish() {
        answer.complete(null);
    }

    @Test
    void requestBeyondTheLimitIsRefusedAndTheConnectionStaysOpen() {
        sent.writeBytes(new byte[24]);
        frame(HEADERS, END_STREAM_AND_HEADERS, 1, HEAD);
        frame(HEADERS, END_STREAM_AND_HEADERS, 3, HEAD);
        frame(HEADERS, END_STREAM_AND_HEADERS, 5, HEAD);
        frame(WINDOW_UPDATE, 0, 5, new byte[] {0, 0, 0, 1});
        frame(HEADERS, END_STREAM_AND_HEADERS, 7, HEAD);
        FrameReader frames = reader();
        frames.get();

        serveNext(frames);
        serveNext(frames);
        assertThat(streams.isFull()).isTrue();
        assertThatThrownBy(frames::get).isInstanceOf(DataReader.InsufficientDataAvailableException.class);

        assertThat(refused).containsExactly(5, 7);
    }

    @Test
    void abandonedRequestCountsUntilItsHandlerEnds() {
        sent.writeBytes(new byte[24]);
        frame(HEADERS, END_STREAM_AND_HEADERS, 1, HEAD);
        frame(HEADERS, END_STREAM_AND_HEADERS, 3, HEAD);
        FrameReader frames = reader();
        frames.get();
        serveNext(frames);
        serveNext(frames);

        streams.everyClientLeft();
        assertThat(streams.isFull()).isTrue();

        answer.complete(null);
        Awaitility.await().untilAsserted(() -> assertThat(streams.isFull()).isFalse());
    }

    private void serveNext(FrameReader frames) {
        assertThat(frames.get()[3]).isEqualTo((byte) HEADERS);
        RequestHead head = frames.lastRequest();
        streams.serve(
                head, new StreamBody(head, out, new BodyBuffers(0), ""), answer::join, Thread::startVirtualThread, end);
    }

    private FrameReader reader() {
        byte[] all = sent.toByteArray();
        List<byte[]> left = new ArrayList<>(List.of(all));
        return new FrameReader(
                DataReader.create(() -> left.isEmpty() ? null : left.removeFirst()),
                16 * 1024,
                new HeaderFrames(16 * 1024, RequestLimits.CLIENT),
                streams,
                new ConnectionWindow(out),
                _ -> {},
                refused::add,
                end);
    }

    private void frame(int type, int flags, int stream, byte[] payload) {
        sent.writeBytes(new byte[] {0, 0, (byte) payload.length, (byte) type, (byte) flags, 0, 0, 0, (byte) stream});
        sent.writeBytes(payload);
    }
}

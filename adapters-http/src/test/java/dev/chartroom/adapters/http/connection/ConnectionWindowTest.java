package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.connection.frame.ConnectionWindow;
import dev.chartroom.adapters.http.connection.frame.FrameWriter;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.http.http2.Http2Exception;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionWindowTest {
    private static final int FRAME = 16 * 1024;
    private static final int HEADER = 9;

    private final CountDownLatch clientReads = new CountDownLatch(1);
    private final AtomicInteger frames = new AtomicInteger();
    private final AtomicInteger returned = new AtomicInteger();
    private final ConnectionWindow window =
            new ConnectionWindow(new FrameWriter(new SlowClient(), new RequestStreams(1)));

    @Test
    void windowUpdateDoesNotBlockTheReaderOfAStalledClient() {
        for (int i = 0; i < 10; i++) {
            window.received(FRAME);
            window.settle();
        }
        assertThat(returned).hasValue(0);

        clientReads.countDown();

        Awaitility.await().untilAsserted(() -> assertThat(returned).hasValue(10 * FRAME));
        assertThat(frames.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void aClientThatExceedsTheWindowIsRefused() {
        assertThatThrownBy(() -> {
                    // The window may have been restored once.
                    for (int sent = 0; sent <= 2 * ConnectionWindow.SIZE; sent += FRAME) {
                        window.received(FRAME);
                    }
                })
                .isInstanceOf(Http2Exception.class);
        clientReads.countDown();
    }

    @Test
    void windowIsRestoredAfterEachBody() {
        clientReads.countDown();
        for (int i = 1; i <= 3; i++) {
            window.received(1000);
            window.settle();
            int all = i * 1000;
            Awaitility.await().untilAsserted(() -> assertThat(returned).hasValue(all));
        }
        assertThat(frames).hasValue(3);
    }

    private final class SlowClient implements DataWriter {
        @Override
        public void writeNow(BufferData frame) {
            try {
                clientReads.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            frames.incrementAndGet();
            frame.skip(HEADER);
            returned.addAndGet(frame.readInt32());
        }

        @Override
        public void writeNow(BufferData... buffers) {
            Arrays.stream(buffers).forEach(this::writeNow);
        }

        @Override
        public void write(BufferData... buffers) {
            writeNow(buffers);
        }

        @Override
        public void write(BufferData buffer) {
            writeNow(buffer);
        }
    }
}

package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.rendering.RenderedList;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.ServerCapacity;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class CountedStreamTest {
    private static final int CAPACITY = 512 * 1024;
    private static final int ITEM = 1024;

    private int written;

    private final RenderedList endless = new RenderedList() {
        @Override
        public void writeJson(OutputStream out) throws IOException {
            while (written < 10 * CAPACITY) {
                out.write(new byte[ITEM]);
                written += ITEM;
            }
        }

        @Override
        public void writeYaml(OutputStream out) {
            throw new UnsupportedOperationException();
        }
    };

    @Test
    void recordedListIsLimitedToTheUsersShare() {
        new ServerCapacity(2, CAPACITY)
                .during(() -> assertThatThrownBy(() -> CountedStream.whole(endless))
                        .isInstanceOfSatisfying(
                                ApiException.class,
                                e -> assertThat(Status.of(e.error()).reason())
                                        .isEqualTo(StatusReason.TOO_MANY_REQUESTS)));

        assertThat(written).isBetween(CAPACITY / 2 - ITEM, CAPACITY / 2 + ITEM);
    }
}

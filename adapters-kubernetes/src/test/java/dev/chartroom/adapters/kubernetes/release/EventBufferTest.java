package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EventBufferTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private final EventBuffer buffer = new EventBuffer(2);
    private final AtomicInteger put = new AtomicInteger();

    @Test
    void fullBufferBlocksTheReaderUntilAnEventIsTaken() throws InterruptedException {
        Thread reader = putting(4);
        await().until(() -> reader.getState() == Thread.State.WAITING);
        assertThat(put).hasValue(2);

        assertThat(buffer.take(PATIENCE)).isEqualTo(bookmark(1));

        await().until(() -> put.get() == 3);
        assertThat(buffer.take(PATIENCE)).isEqualTo(bookmark(2));
        assertThat(buffer.take(PATIENCE)).isEqualTo(bookmark(3));
        assertThat(buffer.take(PATIENCE)).isEqualTo(bookmark(4));
        reader.join();
    }

    @Test
    void closedBufferReleasesTheReaderAndDropsItsEvents() throws InterruptedException {
        Thread reader = putting(4);
        await().until(() -> reader.getState() == Thread.State.WAITING);

        buffer.close();

        reader.join();
        assertThat(put).hasValue(2);
        assertThat(buffer.put(bookmark(9))).isFalse();
        assertThat(buffer.take(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
    }

    @Test
    void endIsReturnedAfterEarlierEventsAndRepeatedly() throws InterruptedException {
        assertThat(buffer.put(bookmark(1))).isTrue();
        buffer.end();

        assertThat(buffer.take(PATIENCE)).isEqualTo(bookmark(1));
        assertThat(buffer.take(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
        assertThat(buffer.take(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
    }

    @Test
    void takeReturnsNullAfterItsTimeout() throws InterruptedException {
        assertThat(buffer.take(Duration.ofMillis(1))).isNull();
        assertThat(buffer.take(Duration.ZERO)).isNull();
    }

    private Thread putting(int events) {
        return Thread.ofPlatform().start(() -> {
            for (int i = 1; i <= events && buffer.put(bookmark(i)); i++) {
                put.incrementAndGet();
            }
        });
    }

    private static WatchEvent<ServedApplication> bookmark(int version) {
        return new WatchEvent.Bookmark<>(Integer.toString(version), false);
    }
}

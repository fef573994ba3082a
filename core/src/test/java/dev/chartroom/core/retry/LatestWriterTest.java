package dev.chartroom.core.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LatestWriterTest {
    private static final Backoff AT_ONCE = new Backoff(Duration.ofMillis(1), 1, Duration.ofMillis(1), 0);
    private static final Backoff NEVER = new Backoff(Duration.ofDays(1), 1, Duration.ofDays(1), 0);

    private final Queue<String> written = new ConcurrentLinkedQueue<>();

    @Test
    void stateSupersededDuringAWriteIsSkipped() {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        try (LatestWriter<String> writer = writer(AT_ONCE, state -> {
            written.add(state);
            await().until(() -> mayGoOn.getCount() == 0);
            return true;
        })) {
            writer.write("first");
            await().until(() -> written.contains("first"));
            writer.write("second");
            writer.write("third");
            mayGoOn.countDown();

            await().until(() -> written.contains("third"));
            assertThat(written).containsExactly("first", "third");
        }
    }

    @Test
    void failedWriteIsRetried() {
        try (LatestWriter<String> writer = writer(AT_ONCE, state -> {
            written.add(state);
            if (written.size() == 1) {
                throw new IllegalStateException("a fault");
            }
            return written.size() > 2;
        })) {
            writer.write("state");
            await().until(() -> written.size() == 3);

            writer.write("next");
            await().until(() -> written.contains("next"));
            assertThat(written).containsExactly("state", "state", "state", "next");
        }
    }

    @Test
    void newStateDoesNotWaitForABackoff() {
        try (LatestWriter<String> writer = writer(NEVER, state -> {
            written.add(state);
            return false;
        })) {
            writer.write("first");
            await().until(() -> written.contains("first"));
            writer.write("second");

            await().until(() -> written.contains("second"));
            assertThat(written).containsExactly("first", "second");
        }
    }

    private static LatestWriter<String> writer(Backoff retries, Predicate<String> write) {
        LatestWriter<String> writer = new LatestWriter<>("states", Duration.ZERO, retries, write);
        writer.start();
        return writer;
    }
}

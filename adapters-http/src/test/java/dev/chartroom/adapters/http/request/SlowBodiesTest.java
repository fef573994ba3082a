package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.connection.Watchdog;
import dev.chartroom.adapters.http.fixture.Failures;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.deadline.RequestDeadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SlowBodiesTest {
    private static final Duration INTERVAL = Duration.ofMillis(10);

    private final CountDownLatch body = new CountDownLatch(1);

    @ParameterizedTest
    @CsvSource({"PT0.05S, PT1H", "PT1H, PT0.05S"})
    void aBodyIsWaitedForUntilTheDeadlineAndNoLongerThanForOthers(Duration patience, Duration deadline) {
        try (Watchdog watchdog = new Watchdog(INTERVAL)) {
            SlowBodies bodies = new SlowBodies(watchdog, patience);
            var status = Failures.of(() -> RequestDeadline.in(deadline).during(() -> bodies.read(this::read)));

            assertThat(status.reason()).isEqualTo(StatusReason.TIMEOUT);
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void aBodyThatComesIsRead() {
        body.countDown();
        try (Watchdog watchdog = new Watchdog(INTERVAL)) {
            SlowBodies bodies = new SlowBodies(watchdog, Duration.ofHours(1));
            assertThat(bodies.read(this::read)).isTrue();
        }
    }

    /** As Helidon: what is interrupted has ended. */
    private boolean read() {
        try {
            body.await();
            return true;
        } catch (InterruptedException _) {
            return false;
        }
    }
}

package dev.chartroom.ports.projection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.meta.NamespacedName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DueNamesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final NamespacedName A = new NamespacedName("team-a", "a");
    private static final NamespacedName B = new NamespacedName("team-a", "b");

    private final DueNames due = new DueNames();

    @Test
    void eachIsGivenOnceInTheOrderInWhichTheyChanged() {
        due.add(B);
        due.add(A);
        due.add(B);

        assertThat(due.untilNext(NOW, LONG)).isZero();
        assertThat(due.take(NOW)).hasValue(B);
        assertThat(due.take(NOW)).hasValue(A);
        assertThat(due.take(NOW)).isEmpty();
        assertThat(due.untilNext(NOW, LONG)).isEqualTo(LONG);
    }

    @Test
    void whatFailedIsGivenAgainAfterAWhileThatGrows() {
        due.add(A);
        due.take(NOW);
        Duration before = Duration.ZERO;
        for (int times = 1; times <= 12; times++) {
            assertThat(due.failed(A, NOW)).isEqualTo(times);
            assertThat(due.take(NOW)).isEmpty();
            Duration pause = due.untilNext(NOW, LONG);
            // The jitter is half of the pause at most.
            assertThat(pause.multipliedBy(2)).isGreaterThan(before);
            assertThat(pause).isLessThanOrEqualTo(Duration.ofSeconds(90));
            assertThat(due.take(NOW.plus(pause))).hasValue(A);
            assertThat(due.take(NOW.plus(pause))).isEmpty();
            before = pause;
        }
        assertThat(before).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void whatChangesMeanwhileIsGivenAtOnceAndNotASecondTimeOnceItSucceeded() {
        due.failed(A, NOW);
        due.add(A);
        assertThat(due.waiting()).isEqualTo(1);
        assertThat(due.failed()).isEqualTo(1);

        assertThat(due.take(NOW)).hasValue(A);
        due.succeeded(A);

        assertThat(due.take(NOW.plus(LONG))).isEmpty();
        assertThat(due.waiting()).isZero();
        assertThat(due.failed()).isZero();
        due.failed(A, NOW);
        assertThat(due.untilNext(NOW, LONG)).isLessThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void pauseIsNoLongerThanTheLongest() {
        for (int i = 0; i < 12; i++) {
            due.failed(A, NOW);
        }

        assertThat(due.untilNext(NOW, Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
        assertThat(due.untilNext(NOW.plus(LONG), LONG)).isZero();
    }
}

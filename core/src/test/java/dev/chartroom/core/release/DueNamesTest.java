package dev.chartroom.core.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.release.DueNames.Due;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DueNamesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final NamespacedName A = new NamespacedName("team-a", "a");
    private static final NamespacedName B = new NamespacedName("team-a", "b");
    private static final Due TAKEN = new Due(A, false);
    private static final Due DELETED = new Due(A, true);

    private final DueNames due = new DueNames();

    @Test
    void eachNameIsTakenOnceInTheOrderOfChanges() {
        due.add(B);
        due.add(A);
        due.add(B);

        assertThat(due.untilNext(NOW, LONG)).isZero();
        assertThat(due.take(NOW)).hasValue(new Due(B, false));
        assertThat(due.take(NOW)).hasValue(TAKEN);
        assertThat(due.take(NOW)).isEmpty();
        assertThat(due.untilNext(NOW, LONG)).isEqualTo(LONG);
    }

    @Test
    void failedNameIsRetriedWithGrowingBackoff() {
        due.add(A);
        due.take(NOW);
        Duration before = Duration.ZERO;
        for (int times = 1; times <= 12; times++) {
            assertThat(due.failed(TAKEN, NOW)).isEqualTo(times);
            assertThat(due.take(NOW)).isEmpty();
            Duration pause = due.untilNext(NOW, LONG);
            // The jitter is at most half of the pause.
            assertThat(pause.multipliedBy(2)).isGreaterThan(before);
            assertThat(pause).isLessThanOrEqualTo(Duration.ofSeconds(90));
            assertThat(due.take(NOW.plus(pause))).hasValue(TAKEN);
            assertThat(due.take(NOW.plus(pause))).isEmpty();
            before = pause;
        }
        assertThat(before).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void changedNameIsTakenAtOnceDespiteBackoffAndNotRetriedAfterSuccess() {
        due.failed(TAKEN, NOW);
        due.add(A);
        assertThat(due.waiting()).isEqualTo(1);
        assertThat(due.failed()).isEqualTo(1);

        assertThat(due.take(NOW)).hasValue(TAKEN);
        due.succeeded(TAKEN);

        assertThat(due.take(NOW.plus(LONG))).isEmpty();
        assertThat(due.waiting()).isZero();
        assertThat(due.failed()).isZero();
        due.failed(TAKEN, NOW);
        assertThat(due.untilNext(NOW, LONG)).isLessThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void deletionIsRememberedUntilItSucceeds() {
        due.addDeleted(A);
        due.add(A);
        assertThat(due.take(NOW)).hasValue(DELETED);

        due.putBack(DELETED);
        assertThat(due.take(NOW)).hasValue(DELETED);
        due.failed(DELETED, NOW);
        assertThat(due.take(NOW.plus(LONG))).hasValue(DELETED);
        due.addDeleted(A);
        due.succeeded(DELETED);

        assertThat(due.take(NOW)).hasValue(DELETED);
        due.succeeded(DELETED);
        due.add(A);
        assertThat(due.take(NOW)).hasValue(TAKEN);
    }

    @Test
    void pauseIsCappedAtTheGivenMaximum() {
        for (int i = 0; i < 12; i++) {
            due.failed(TAKEN, NOW);
        }

        assertThat(due.untilNext(NOW, Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
        assertThat(due.untilNext(NOW.plus(LONG), LONG)).isZero();
    }
}

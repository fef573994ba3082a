package dev.chartroom.core.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Random random = new Random(1);

    @Test
    void delayGrowsByTheFactorUpToTheMaximum() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), 2, Duration.ofMillis(500), 0);

        assertThat(IntStream.rangeClosed(0, 5)
                        .mapToObj(failures -> backoff.delay(failures, random).toMillis()))
                .containsExactly(0L, 100L, 200L, 400L, 500L, 500L);
    }

    @Test
    void delayStaysAtTheMaximumAfterAnyNumberOfFailures() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(30), 0);

        assertThat(backoff.delay(Integer.MAX_VALUE, random)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void zeroBackoffNeverDelays() {
        Backoff backoff = new Backoff(Duration.ZERO, 1, Duration.ZERO, 0.2);

        assertThat(backoff.delay(Integer.MAX_VALUE, random)).isZero();
    }

    @Test
    void jitterVariesAndNeverShortensTheDelay() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), 1, Duration.ofSeconds(30), 0.2);
        List<Duration> delays = IntStream.range(0, 200)
                .mapToObj(_ -> backoff.delay(1, random))
                .distinct()
                .toList();

        assertThat(delays)
                .hasSizeGreaterThan(100)
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1200)));
    }

    @Test
    void requestedDelayIsALowerBoundUpToTheMaximum() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0);

        assertThat(backoff.delay(1, Duration.ofSeconds(3), random)).isEqualTo(Duration.ofSeconds(3));
        assertThat(backoff.delay(6, Duration.ofSeconds(3), random)).isEqualTo(Duration.ofMillis(3200));
        assertThat(backoff.delay(1, Duration.ofHours(1), random)).isEqualTo(Duration.ofSeconds(5));
    }
}

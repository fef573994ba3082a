package dev.chartroom.ports.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SteppedClockTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final SteppedClock clock = new SteppedClock(START);

    @Test
    void clockStandsStillUntilItIsAdvanced() {
        assertThat(clock.instant()).isEqualTo(START);

        clock.advance(Duration.ofSeconds(2));

        assertThat(clock.instant()).isEqualTo(START.plusSeconds(2));
        assertThat(clock.passed()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void clockCanBeSetBack() {
        clock.set(START.minusSeconds(1));

        assertThat(clock.instant()).isEqualTo(START.minusSeconds(1));
        assertThat(clock.passed()).isEqualTo(Duration.ofSeconds(-1));
    }
}

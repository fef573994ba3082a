package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteRateTest {
    private static final long INTERVAL = 50;

    /** A nanosecond clock may start anywhere. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1_000_000, Long.MAX_VALUE / 2})
    void burstGoesAtOnceAndLaterWritesOncePerInterval(long start) {
        WriteRate rate = new WriteRate(3, INTERVAL, start);

        assertThat(LongStream.range(0, 6).map(_ -> wait(rate, start))).containsExactly(0L, 0L, 0L, 50L, 100L, 150L);
        assertThat(wait(rate, start + 3 * INTERVAL)).isEqualTo(INTERVAL);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1_000_000})
    void burstIsAvailableAgainAfterAPause(long start) {
        WriteRate rate = new WriteRate(3, INTERVAL, start);
        LongStream.range(0, 3).forEach(_ -> wait(rate, start));
        long later = start + 100 * INTERVAL;

        assertThat(LongStream.range(0, 4).map(_ -> wait(rate, later))).containsExactly(0L, 0L, 0L, 50L);
    }

    /** A write that is not made takes no token from waiting writes. */
    @Test
    void writeThatWouldWaitTooLongTakesNoToken() {
        WriteRate rate = new WriteRate(1, INTERVAL, 0);
        wait(rate, 0);

        assertThat(rate.take(0, INTERVAL - 1)).isEmpty();
        assertThat(rate.take(0, INTERVAL)).hasValue(INTERVAL);
    }

    private static long wait(WriteRate rate, long now) {
        return rate.take(now, Long.MAX_VALUE).orElseThrow();
    }
}

package dev.chartroom.adapters.cel.value;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations in Go's range: nanoseconds in 64 bits. */
public final class Durations {
    private Durations() {}

    /** @throws CelFailure if the duration is outside of Go's range */
    public static Duration checked(Duration duration) {
        try {
            var _ = duration.toNanos();
            return duration;
        } catch (ArithmeticException _) {
            throw new CelFailure("integer overflow");
        }
    }

    /** Formats a duration like CEL: in seconds, with as many fractional digits as needed. */
    public static String text(Duration duration) {
        double value = BigDecimal.valueOf(duration.toNanos(), 9).doubleValue();
        BigDecimal seconds = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return (value == 0 ? "0" : seconds.toPlainString()) + "s";
    }
}

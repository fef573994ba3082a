package dev.chartroom.adapters.cel.value;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations with the range of Go: nanoseconds in 64 bits. */
public final class Durations {
    private Durations() {}

    /** @throws CelFailure where Go could not hold it */
    public static Duration checked(Duration duration) {
        try {
            var _ = duration.toNanos();
            return duration;
        } catch (ArithmeticException _) {
            throw new CelFailure("integer overflow");
        }
    }

    /** As CEL prints it: seconds, with as many digits of a fraction as are needed. */
    public static String text(Duration duration) {
        double value = BigDecimal.valueOf(duration.toNanos(), 9).doubleValue();
        BigDecimal seconds = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return (value == 0 ? "0" : seconds.toPlainString()) + "s";
    }
}

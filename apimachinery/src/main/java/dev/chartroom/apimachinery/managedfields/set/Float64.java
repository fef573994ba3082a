package dev.chartroom.apimachinery.managedfields.set;

import dev.chartroom.apimachinery.json.JsonNumber;
import java.math.BigDecimal;

/** Numbers as Go represents them, int64 or float64. */
final class Float64 {
    private Float64() {}

    /** Rounds a number to a float64. */
    static JsonNumber of(JsonNumber number) {
        double value = number.asDecimal().doubleValue();
        return Double.isFinite(value) ? JsonNumber.of(new BigDecimal(value)) : number;
    }

    static int compare(JsonNumber left, JsonNumber right) {
        if (left.isIntegral() && right.isIntegral()) {
            return Long.compare(left.asLong().orElseThrow(), right.asLong().orElseThrow());
        }
        double a = left.asDecimal().doubleValue();
        double b = right.asDecimal().doubleValue();
        return a > b ? 1 : a < b ? -1 : 0;
    }
}

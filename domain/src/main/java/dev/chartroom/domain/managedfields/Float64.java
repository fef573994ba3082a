package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonNumber;
import java.math.BigDecimal;

/** Numbers as Go holds them, int64 or float64, and how it writes the latter. */
final class Float64 {
    private Float64() {}

    /** What remains of a number that is read as a float64. */
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

    /** As JSON: with an exponent only where it is very small or very large. */
    static String json(JsonNumber number, boolean longExponent) {
        if (number.isIntegral()) {
            return number.toString();
        }
        double value = number.asDecimal().doubleValue();
        double size = Math.abs(value);
        if (size != 0 && (size < 1e-6 || size >= 1e21)) {
            String text = scientific(value);
            return longExponent ? text : text.replace("e-0", "e-");
        }
        return plain(value);
    }

    /** As fmt's {@code %v} writes it. */
    static String text(JsonNumber number) {
        if (number.isIntegral()) {
            return number.toString();
        }
        double value = number.asDecimal().doubleValue();
        int exponent = value == 0 ? 0 : exponent(digits(value));
        return exponent < -4 || exponent >= 6 ? scientific(value) : plain(value);
    }

    private static String plain(double value) {
        return value == 0 ? "0" : digits(value).toPlainString();
    }

    private static String scientific(double value) {
        BigDecimal digits = digits(value);
        String unscaled = digits.unscaledValue().abs().toString();
        int exponent = exponent(digits);
        return (digits.signum() < 0 ? "-" : "")
                + unscaled.charAt(0)
                + (unscaled.length() > 1 ? "." + unscaled.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    /** The fewest digits that tell the number from all other float64. */
    private static BigDecimal digits(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros();
    }

    private static int exponent(BigDecimal digits) {
        return digits.precision() - digits.scale() - 1;
    }
}

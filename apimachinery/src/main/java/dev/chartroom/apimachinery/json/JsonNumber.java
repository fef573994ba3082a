package dev.chartroom.apimachinery.json;

import java.math.BigDecimal;
import java.util.OptionalLong;

/**
 * A number: a {@code long} if its text is integral and fits, otherwise a decimal. kube-apiserver stores int64 or
 * float64, so a store on Kubernetes preserves a fraction only to the precision of a float64.
 */
public final class JsonNumber implements JsonValue {
    private final long integer;
    private final BigDecimal decimal;
    private final boolean integral;

    private JsonNumber(long integer, BigDecimal decimal, boolean integral) {
        this.integer = integer;
        this.decimal = decimal;
        this.integral = integral;
    }

    public static JsonNumber of(long value) {
        return new JsonNumber(value, BigDecimal.ZERO, true);
    }

    public static JsonNumber of(BigDecimal value) {
        return new JsonNumber(0, value, false);
    }

    /** Returns whether the number was written without fraction or exponent and fits a {@code long}. */
    public boolean isIntegral() {
        return integral;
    }

    /** Returns the number as a {@code long} if it is one: {@code 3}, but neither {@code 3.5} nor {@code 1e30}. */
    public OptionalLong asLong() {
        if (integral) {
            return OptionalLong.of(integer);
        }
        if (decimal.signum() == 0) {
            return OptionalLong.of(0);
        }
        // Without this check, longValueExact would expand a huge exponent.
        if (decimal.precision() - (long) decimal.scale() > 19 || decimal.scale() > 400) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(decimal.longValueExact());
        } catch (ArithmeticException _) {
            return OptionalLong.empty();
        }
    }

    public BigDecimal asDecimal() {
        return integral ? BigDecimal.valueOf(integer) : decimal;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonNumber that
                && (integral && that.integral
                        ? integer == that.integer
                        : asDecimal().compareTo(that.asDecimal()) == 0);
    }

    /** Hashes the exact value, because many decimals share one double. */
    @Override
    public int hashCode() {
        if (integral) {
            return KeyedHash.of(integer);
        }
        BigDecimal shortest = decimal.stripTrailingZeros();
        boolean isLong = shortest.scale() <= 0
                && shortest.precision() - (long) shortest.scale() <= 19
                && shortest.toBigInteger().bitLength() < Long.SIZE;
        return isLong ? KeyedHash.of(shortest.longValue()) : KeyedHash.of(shortest.toString());
    }

    @Override
    public String toString() {
        return integral ? Long.toString(integer) : decimal.toString();
    }
}

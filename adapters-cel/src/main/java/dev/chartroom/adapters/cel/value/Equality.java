package dev.chartroom.adapters.cel.value;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** The equality and the order of values. */
public final class Equality {
    private Equality() {}

    /** @return a Boolean, or a CelError if the values cannot be compared */
    public static Object equal(Object a, Object b) {
        if (a instanceof CelError) {
            return a;
        }
        if (b instanceof CelError) {
            return b;
        }
        if (a == CelNull.NULL || b == CelNull.NULL) {
            return a.equals(b);
        }
        return switch (a) {
            case ListValue list -> list.equalTo(b);
            case MapValue map -> map.equalTo(b);
            case Optional<?> optional -> equalOptionals(optional, b);
            case OpaqueValue opaque -> opaque.equalTo(b);
            default -> isNumber(a) && isNumber(b) ? isEqualNumber(a, b) : a.equals(b);
        };
    }

    private static Object equalOptionals(Optional<?> a, Object b) {
        if (!(b instanceof Optional<?> other) || a.isPresent() != other.isPresent()) {
            return false;
        }
        return a.isEmpty() ? true : equal(a.get(), other.orElseThrow());
    }

    /** Returns whether the values are equal; false if they cannot be compared. */
    public static boolean isEqual(Object a, Object b) {
        return Boolean.TRUE.equals(equal(a, b));
    }

    private static boolean isNumber(Object value) {
        return value instanceof Long || value instanceof Uint || value instanceof Double;
    }

    private static boolean isEqualNumber(Object a, Object b) {
        return !isNan(a) && !isNan(b) && compareNumbers(a, b) == 0;
    }

    private static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN();
    }

    /**
     * @return negative, zero or positive
     * @throws CelFailure if the values have no order
     */
    public static int compare(Object a, Object b) {
        if (isNumber(a) && isNumber(b)) {
            if (isNan(a) || isNan(b)) {
                throw new CelFailure("NaN values cannot be ordered");
            }
            return compareNumbers(a, b);
        }
        return switch (a) {
            case Boolean x when b instanceof Boolean y -> x.compareTo(y);
            case String x when b instanceof String y -> Texts.compare(x, y);
            case Bytes x when b instanceof Bytes y -> x.compareTo(y);
            case Timestamp x when b instanceof Timestamp y -> x.compareTo(y);
            case Duration x when b instanceof Duration y -> x.compareTo(y);
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static int compareNumbers(Object a, Object b) {
        if (a instanceof Long x && b instanceof Long y) {
            return Long.compare(x, y);
        }
        if (a instanceof Double x && b instanceof Double y) {
            return x < y ? -1 : x > y ? 1 : 0;
        }
        if (isInfinite(a) || isInfinite(b)) {
            return Double.compare(asDouble(a), asDouble(b));
        }
        return decimal(a).compareTo(decimal(b));
    }

    private static boolean isInfinite(Object value) {
        return value instanceof Double number && number.isInfinite();
    }

    private static double asDouble(Object value) {
        return value instanceof Double number ? number : 0;
    }

    private static BigDecimal decimal(Object value) {
        return switch (value) {
            case Long number -> BigDecimal.valueOf(number);
            case Uint number -> new BigDecimal(number.big());
            case Double number -> new BigDecimal(number);
            default -> throw new IllegalArgumentException("not a number: " + value);
        };
    }
}

package dev.chartroom.adapters.cel.library;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.Durations;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.adapters.cel.value.Uint;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/** The arithmetic operators, and {@code !}. An integer overflow is an error. */
public final class Arithmetic {
    private static final String OVERFLOW = "integer overflow";

    private Arithmetic() {}

    public static Map<String, CelFunction> functions() {
        return Map.of(
                "_+_", arguments -> plus(arguments[0], arguments[1]),
                "_-_", arguments -> minus(arguments[0], arguments[1]),
                "_*_", arguments -> times(arguments[0], arguments[1]),
                "_/_", arguments -> divided(arguments[0], arguments[1]),
                "_%_", arguments -> modulo(arguments[0], arguments[1]),
                "-_", arguments -> negated(arguments[0]),
                "!_", arguments -> not(arguments[0]));
    }

    static Object plus(Object a, Object b) {
        return switch (a) {
            case Long x when b instanceof Long y -> exact(() -> Math.addExact(x, y));
            case Uint x when b instanceof Uint y -> Uint.of(x.big().add(y.big()));
            case Double x when b instanceof Double y -> x + y;
            case String x when b instanceof String y -> x + y;
            case Bytes x when b instanceof Bytes y -> x.plus(y);
            case ListValue x when b instanceof ListValue y -> x.plus(y);
            case Timestamp x when b instanceof Duration y -> x.plus(y);
            case Duration x when b instanceof Timestamp y -> y.plus(x);
            case Duration x when b instanceof Duration y -> sum(x, y);
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object minus(Object a, Object b) {
        return switch (a) {
            case Long x when b instanceof Long y -> exact(() -> Math.subtractExact(x, y));
            case Uint x when b instanceof Uint y -> Uint.of(x.big().subtract(y.big()));
            case Double x when b instanceof Double y -> x - y;
            case Timestamp x when b instanceof Duration y -> x.plus(y.negated());
            case Timestamp x
            when b instanceof Timestamp y -> Durations.checked(Duration.between(y.instant(), x.instant()));
            case Duration x when b instanceof Duration y -> sum(x, y.negated());
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Duration sum(Duration a, Duration b) {
        return Durations.checked(a.plus(b));
    }

    private static Object times(Object a, Object b) {
        return switch (a) {
            case Long x when b instanceof Long y -> exact(() -> Math.multiplyExact(x, y));
            case Uint x when b instanceof Uint y -> Uint.of(x.big().multiply(y.big()));
            case Double x when b instanceof Double y -> x * y;
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object divided(Object a, Object b) {
        return switch (a) {
            case Long x when b instanceof Long y -> exact(() -> Math.divideExact(x, divisor(y, "division by zero")));
            case Uint x when b instanceof Uint y -> Uint.of(x.big().divide(divisor(y, "division by zero")));
            case Double x when b instanceof Double y -> x / y;
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object modulo(Object a, Object b) {
        return switch (a) {
            case Long x
            when b instanceof Long y -> {
                long divisor = divisor(y, "modulus by zero");
                if (x == Long.MIN_VALUE && divisor == -1) {
                    throw new CelFailure(OVERFLOW);
                }
                yield x % divisor;
            }
            case Uint x when b instanceof Uint y -> Uint.of(x.big().mod(divisor(y, "modulus by zero")));
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static long divisor(long value, String error) {
        if (value == 0) {
            throw new CelFailure(error);
        }
        return value;
    }

    private static BigInteger divisor(Uint value, String error) {
        if (value.bits() == 0) {
            throw new CelFailure(error);
        }
        return value.big();
    }

    private static Object negated(Object a) {
        return switch (a) {
            case Long x -> exact(() -> Math.negateExact(x));
            case Double x -> -x;
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object not(Object a) {
        if (a instanceof Boolean truth) {
            return !truth;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Long exact(LongSupplier operation) {
        try {
            return operation.getAsLong();
        } catch (ArithmeticException _) {
            throw new CelFailure(OVERFLOW);
        }
    }
}

package dev.chartroom.adapters.cel.library;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.Durations;
import dev.chartroom.adapters.cel.value.GoDurations;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.adapters.cel.value.Types;
import dev.chartroom.adapters.cel.value.Uint;
import dev.chartroom.apimachinery.go.GoText;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Conversions between types. */
public final class Conversions {
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(?i:inf|infinity)|(?i:nan)");

    private Conversions() {}

    public static Map<String, CelFunction> functions() {
        return Map.of(
                "int", arguments -> toInt(arguments[0]),
                "uint", arguments -> toUint(arguments[0]),
                "double", arguments -> toDouble(arguments[0]),
                "string", arguments -> toText(arguments[0]),
                "bytes", arguments -> toBytes(arguments[0]),
                "bool", arguments -> toBool(arguments[0]),
                "timestamp", arguments -> toTimestamp(arguments[0]),
                "duration", arguments -> toDuration(arguments[0]));
    }

    /**
     * Returns the error for a value that has the wrong form. Throws if the value's type has no conversion to
     * {@code type}.
     */
    private static CelError conversionError(Object value, TypeValue type) {
        if (!(value instanceof String) && !(value instanceof Long && type.equals(TypeValue.DURATION))) {
            throw CelFailure.noSuchOverload();
        }
        return new CelError("type conversion error from '" + Types.of(value) + "' to '" + type + "'");
    }

    private static Object toInt(Object value) {
        return switch (value) {
            case Long number -> number;
            case Uint number -> {
                if (number.bits() < 0) {
                    throw new CelFailure("integer overflow");
                }
                yield number.bits();
            }
            case Double number -> {
                // As in Go, both ends of the range are refused, because a double cannot represent them exactly.
                if (Double.isNaN(number) || number <= -0x1p63 || number >= 0x1p63) {
                    throw new CelFailure("integer overflow");
                }
                yield number.longValue();
            }
            case Timestamp time -> time.instant().getEpochSecond();
            case Duration duration -> duration.toNanos();
            case String text -> {
                try {
                    yield Long.parseLong(text);
                } catch (NumberFormatException _) {
                    yield conversionError(value, TypeValue.INT);
                }
            }
            default -> conversionError(value, TypeValue.INT);
        };
    }

    private static Object toUint(Object value) {
        return switch (value) {
            case Uint number -> number;
            case Long number -> Uint.of(BigInteger.valueOf(number));
            case Double number -> Uint.of(number);
            case String text -> {
                if (!text.matches("\\d{1,20}") || new BigInteger(text).bitLength() > 64) {
                    yield conversionError(value, TypeValue.UINT);
                }
                yield Uint.of(new BigInteger(text));
            }
            default -> conversionError(value, TypeValue.UINT);
        };
    }

    static Object toDouble(Object value) {
        return switch (value) {
            case Double number -> number;
            case Long number -> number.doubleValue();
            case Uint number -> number.asDouble();
            case String text ->
                DECIMAL.matcher(text).matches() ? decimal(text) : conversionError(value, TypeValue.DOUBLE);
            default -> conversionError(value, TypeValue.DOUBLE);
        };
    }

    private static Object decimal(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.endsWith("nan")) {
            return Double.NaN;
        }
        if (lower.contains("inf")) {
            return lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double number = Double.parseDouble(text);
        return Double.isInfinite(number) ? conversionError(text, TypeValue.DOUBLE) : number;
    }

    static Object toText(Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean truth -> truth.toString();
            case Long number -> number.toString();
            case Uint number -> number.toString();
            case Double number -> GoText.number(number);
            case Bytes bytes -> bytes.asText();
            case Timestamp time -> time.toString();
            case Duration duration -> Durations.text(duration);
            case TypeValue type -> type.name();
            case OpaqueValue opaque -> opaque.toString();
            default -> conversionError(value, TypeValue.STRING);
        };
    }

    private static Object toBytes(Object value) {
        return switch (value) {
            case Bytes bytes -> bytes;
            case String text -> Bytes.of(text);
            default -> conversionError(value, TypeValue.BYTES);
        };
    }

    private static Object toBool(Object value) {
        return switch (value) {
            case Boolean truth -> truth;
            case String text ->
                switch (text) {
                    case "1", "t", "T", "true", "TRUE", "True" -> true;
                    case "0", "f", "F", "false", "FALSE", "False" -> false;
                    default -> conversionError(value, TypeValue.BOOL);
                };
            default -> conversionError(value, TypeValue.BOOL);
        };
    }

    private static Object toTimestamp(Object value) {
        return switch (value) {
            case Timestamp time -> time;
            case Long seconds -> {
                if (Math.abs(seconds) > Instant.MAX.getEpochSecond()) {
                    throw new CelFailure("timestamp overflow");
                }
                yield Timestamp.of(Instant.ofEpochSecond(seconds));
            }
            case String text -> {
                Timestamp time = Timestamp.parse(text);
                yield time == null ? conversionError(value, TypeValue.TIMESTAMP) : time;
            }
            default -> conversionError(value, TypeValue.TIMESTAMP);
        };
    }

    private static Object toDuration(Object value) {
        return switch (value) {
            case Duration duration -> duration;
            case String text -> {
                var duration = GoDurations.parse(text);
                yield duration.isPresent() ? duration.get() : conversionError(value, TypeValue.DURATION);
            }
            default -> conversionError(value, TypeValue.DURATION);
        };
    }
}

package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.go.GoValues;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The keywords for numbers. As in Go, a limit is truncated before it is compared with an integer. If the type in the
 * schema is integer, a limit with a fraction is an error instead.
 *
 * @param type {@code integer} or {@code number} if the schema has only this type, otherwise empty
 * @param format the format if it applies to that type, otherwise empty
 */
public record NumberConstraint(
        String type,
        String format,
        @Nullable Double multipleOf,
        @Nullable Double minimum,
        boolean exclusiveMinimum,
        @Nullable Double maximum,
        boolean exclusiveMaximum) {

    void check(Location at, JsonNumber value, Findings found) {
        double number = value.asDecimal().doubleValue();
        boolean inRange = switch (type) {
            case "integer" -> value.isIntegral() ? isInFormat(value.asLong().orElseThrow()) : isInteger(number);
            default -> isInFormat(number);
        };
        if (!inRange) {
            found.add(() -> outOfRange(at, "Checked"));
        }
        if (multipleOf != null) {
            checkMultiple(at, value, number, multipleOf, found);
        }
        if (minimum != null) {
            checkLimit(at, value, number, minimum, exclusiveMinimum, -1, found);
        }
        if (maximum != null) {
            checkLimit(at, value, number, maximum, exclusiveMaximum, 1, found);
        }
    }

    private void checkMultiple(Location at, JsonNumber value, double number, double factor, Findings found) {
        boolean fits = limitFits(factor);
        if (!fits) {
            found.add(() -> outOfRange(at, "MultipleOf"));
        }
        boolean integral = fits && value.isIntegral();
        JsonValue shown = integral ? JsonNumber.of((long) factor) : real(factor);
        if (integral ? (long) factor <= 0 : factor <= 0) {
            found.add(() -> FieldError.invalid(
                    at.toString(),
                    shown,
                    "factor MultipleOf declared for " + at + " must be positive: " + GoText.of(shown)));
        } else if (integral
                ? value.asLong().orElseThrow() % (long) factor != 0
                : !GoValues.isInteger(factor < 1 ? 1 / factor * number : number / factor)) {
            found.add(() -> invalid(at, fits ? value : real(number), "should be a multiple of " + GoText.of(shown)));
        }
    }

    /** @param side the kind of limit: -1 for a minimum, 1 for a maximum */
    private void checkLimit(
            Location at, JsonNumber value, double number, double limit, boolean exclusive, int side, Findings found) {
        boolean fits = limitFits(limit);
        if (!fits) {
            found.add(() -> outOfRange(at, side < 0 ? "Minimum boundary" : "Maximum boundary"));
        }
        boolean integral = fits && value.isIntegral();
        int order = integral
                ? Long.compare(value.asLong().orElseThrow(), (long) limit)
                : Double.compare(number + 0.0, limit + 0.0);
        if (order == side || (exclusive && order == 0)) {
            found.add(() -> invalid(
                    at,
                    fits ? value : real(number),
                    "should be " + (side < 0 ? "greater than" : "less than") + (exclusive ? " " : " or equal to ")
                            + GoText.of(integral ? JsonNumber.of((long) limit) : real(limit))));
        }
    }

    private boolean limitFits(double limit) {
        return type.equals("integer") ? isInteger(limit) : isInFormat(limit);
    }

    private boolean isInteger(double number) {
        return number == Math.rint(number)
                && Math.abs(number) <= 0x1p63
                && number != 0x1p63
                && isInFormat((long) number);
    }

    private boolean isInFormat(long number) {
        return !format.equals("int32") || number == (int) number;
    }

    private boolean isInFormat(double number) {
        return !format.equals("float") || Float.isFinite((float) number);
    }

    private FieldError outOfRange(Location at, String what) {
        return FieldError.invalid(
                FieldError.NO_FIELD,
                new JsonString(""),
                what + " value must be of type " + type
                        + (format.isEmpty() ? " (default format)" : " with format " + format) + " in " + at);
    }

    private static FieldError invalid(Location at, JsonValue value, String problem) {
        String path = at.toString();
        return FieldError.invalid(path, value, path + " in body " + problem);
    }

    private static JsonNumber real(double number) {
        return Double.isFinite(number) ? JsonNumber.of(new BigDecimal(number)) : JsonNumber.of(BigDecimal.ZERO);
    }
}

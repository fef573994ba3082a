package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.go.GoValues;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The keyword {@code enum}.
 *
 * @param values the allowed values; empty if every value is allowed
 * @param scalars the scalars among the values, in the form in which they are compared
 */
public record EnumConstraint(List<JsonValue> values, Set<Object> scalars) {

    private static final EnumConstraint ANY = new EnumConstraint(List.of(), Set.of());

    public static EnumConstraint of(JsonArray values) {
        if (values.isEmpty()) {
            return ANY;
        }
        return new EnumConstraint(
                values.values(),
                values.values().stream()
                        .map(GoValues::key)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    void check(Location at, JsonValue value, Findings found) {
        if (!values.isEmpty() && !isAllowed(value)) {
            found.add(() -> FieldError.notSupported(
                    at.toString(),
                    value,
                    values.stream().map(EnumConstraint::text).toList()));
        }
    }

    /** Returns whether the value is allowed. Null is never allowed, even if the enum lists it. */
    private boolean isAllowed(JsonValue value) {
        return switch (value) {
            case JsonNull _ -> false;
            case JsonString text -> scalars.contains(text);
            case JsonBoolean bool -> scalars.contains(bool);
            case JsonNumber number ->
                values.stream()
                        .anyMatch(allowed -> GoValues.equal(number, allowed) || equalsConverted(number, allowed));
            case JsonArray _, JsonObject _ -> values.stream().anyMatch(allowed -> GoValues.equal(value, allowed));
        };
    }

    /**
     * Returns whether the number equals the allowed value after a conversion. As in Go, the number is converted to the
     * type of the allowed value: to an int64, a float64 or a string. The string is the character whose code is the
     * number.
     */
    private static boolean equalsConverted(JsonNumber number, JsonValue allowed) {
        return switch (allowed) {
            case JsonNumber other
            when other.isIntegral() != number.isIntegral() ->
                other.isIntegral()
                        ? (long) number.asDecimal().doubleValue()
                                == other.asLong().orElseThrow()
                        : (double) number.asLong().orElseThrow()
                                == other.asDecimal().doubleValue();
            case JsonString(String text) ->
                number.isIntegral() && text.equals(character(number.asLong().orElseThrow()));
            case JsonNumber _, JsonBoolean _, JsonNull _, JsonArray _, JsonObject _ -> false;
        };
    }

    private static String character(long code) {
        boolean valid = code >= 0 && code <= Character.MAX_CODE_POINT && !(code >= 0xD800 && code <= 0xDFFF);
        return valid ? Character.toString((int) code) : "\uFFFD";
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString(String text) ? text : GoText.json(value);
    }
}

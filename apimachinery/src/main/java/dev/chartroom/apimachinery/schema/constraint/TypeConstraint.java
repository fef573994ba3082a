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

/**
 * The types that a value can have, and whether null is admitted.
 *
 * @param types the admitted types: none if any type is admitted, two for an integer or a string
 * @param format the format if it has a meaning for the type, otherwise empty
 */
public record TypeConstraint(List<String> types, boolean nullable, String format) {

    boolean applies() {
        return !types.isEmpty() || !format.isEmpty();
    }

    void check(Location at, JsonValue value, Findings found) {
        String actual = typeOf(value);
        if (value == JsonNull.NULL) {
            if (types.isEmpty() || nullable) {
                found.matched();
            } else {
                found.add(() -> invalidType(at, String.join(",", types), actual));
            }
            return;
        }
        boolean fits = types.contains(actual)
                || (value instanceof JsonNumber number
                        && (number.isIntegral()
                                ? types.contains("number")
                                : types.contains("integer")
                                        && GoValues.isInteger(number.asDecimal().doubleValue())));
        boolean formatted = value instanceof JsonString || value instanceof JsonArray;
        if (!format.isEmpty() && !formatted && !fits) {
            found.add(() -> invalidType(at, format, formatOf(value)));
        } else if (fits || (!format.isEmpty() && formatted && !isNumeric())) {
            // As upstream, a list is accepted in place of a string with a format.
            found.matched();
        } else {
            found.add(() -> invalidType(at, String.join(",", types), actual));
        }
    }

    private boolean isNumeric() {
        return types.contains("number") || types.contains("integer");
    }

    static FieldError invalidType(Location at, String expected, String actual) {
        String path = at.toString();
        return FieldError.typeInvalid(
                path,
                new JsonString(actual),
                path + " in body must be of type " + expected + ": " + GoText.quote(actual));
    }

    private static String typeOf(JsonValue value) {
        return switch (value) {
            case JsonString _ -> "string";
            case JsonNumber number -> number.isIntegral() ? "integer" : "number";
            case JsonBoolean _ -> "boolean";
            case JsonArray _ -> "array";
            case JsonObject _ -> "object";
            case JsonNull _ -> "null";
        };
    }

    private static String formatOf(JsonValue value) {
        return value instanceof JsonNumber number ? (number.isIntegral() ? "int64" : "float64") : "";
    }
}

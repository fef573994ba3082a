package dev.chartroom.apimachinery.go;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Compares values as the kube-apiserver does: in Go, a number is an int64 or a float64. */
public final class GoValues {
    private static final double LARGEST_SAFE = 9007199254740991.0;
    private static final double TOLERANCE = 1e-9;

    private GoValues() {}

    /** Compares like Go's DeepEqual, for which an int64 never equals a float64. */
    public static boolean equal(JsonValue left, JsonValue right) {
        return switch (left) {
            case JsonNumber a -> right instanceof JsonNumber b && scalar(a).equals(scalar(b));
            case JsonArray a -> right instanceof JsonArray b && itemsEqual(a, b);
            case JsonObject a -> right instanceof JsonObject b && membersEqual(a, b);
            case JsonString _, JsonBoolean _, JsonNull _ -> left.equals(right);
        };
    }

    private static boolean itemsEqual(JsonArray left, JsonArray right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean membersEqual(JsonObject left, JsonObject right) {
        return left.members().size() == right.members().size()
                && left.members().entrySet().stream().allMatch(member -> {
                    JsonValue other = right.get(member.getKey());
                    return other != null && equal(member.getValue(), other);
                });
    }

    /**
     * Returns a string that identifies the value. A hash table with strings as keys stays fast even if the hashes of
     * the keys are equal, because strings are comparable. Lists and records are not comparable.
     */
    public static String identity(JsonValue value) {
        return switch (value) {
            case JsonNumber number -> "n" + scalar(number);
            case JsonString(String text) -> "s" + text;
            case JsonArray _, JsonObject _ -> GoText.json(value);
            case JsonBoolean _, JsonNull _ -> value.toString();
        };
    }

    /** Returns a scalar in the form in which it is compared; null for an object, a list or JSON null. */
    public static @Nullable Object key(JsonValue value) {
        return switch (value) {
            case JsonNumber number -> scalar(number);
            case JsonString _, JsonBoolean _ -> value;
            case JsonArray _, JsonObject _, JsonNull _ -> null;
        };
    }

    private static Object scalar(JsonNumber number) {
        if (number.isIntegral()) {
            return number.asLong().orElseThrow();
        }
        double value = number.asDecimal().doubleValue();
        return value == 0 ? Double.valueOf(0) : Double.valueOf(value);
    }

    /**
     * Returns whether a float64 is treated as an integer. This includes a positive float64 that exceeds an integer only
     * by a rounding error.
     */
    public static boolean isInteger(double value) {
        if (!(Math.abs(value) <= LARGEST_SAFE)) {
            return false;
        }
        double whole = Math.floor(value);
        return value == whole || (whole > 0 && (value - whole) / (value + whole) < TOLERANCE);
    }
}

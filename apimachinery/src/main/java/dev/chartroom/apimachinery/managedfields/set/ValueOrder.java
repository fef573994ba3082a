package dev.chartroom.apimachinery.managedfields.set;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.TreeSet;

/** Compares values like structured-merge-diff, also across types; 0 means equal. */
public final class ValueOrder {
    private ValueOrder() {}

    public static boolean same(JsonValue left, JsonValue right) {
        return switch (left) {
            case JsonObject object -> right instanceof JsonObject other && sameMembers(object, other);
            case JsonArray array -> right instanceof JsonArray other && sameItems(array, other);
            case JsonNumber number -> right instanceof JsonNumber other && Float64.compare(number, other) == 0;
            case JsonString _, JsonBoolean _, JsonNull _ -> left.equals(right);
        };
    }

    static int compare(JsonValue left, JsonValue right) {
        return switch (left) {
            case JsonNumber a when right instanceof JsonNumber b -> Float64.compare(a, b);
            case JsonString(String a) when right instanceof JsonString(String b) -> GoText.ORDER.compare(a, b);
            case JsonBoolean a when right instanceof JsonBoolean b -> Boolean.compare(a.value(), b.value());
            case JsonArray a when right instanceof JsonArray b -> compareItems(a, b);
            case JsonObject a when right instanceof JsonObject b -> compareMembers(a, b);
            default -> Integer.compare(rank(left), rank(right));
        };
    }

    private static boolean sameMembers(JsonObject left, JsonObject right) {
        if (left.names().size() != right.names().size()) {
            return false;
        }
        for (var member : left.members().entrySet()) {
            JsonValue other = right.get(member.getKey());
            if (other == null || !same(member.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameItems(JsonArray left, JsonArray right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!same(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static int rank(JsonValue value) {
        return switch (value) {
            case JsonNumber _ -> 0;
            case JsonString _ -> 1;
            case JsonBoolean _ -> 2;
            case JsonArray _ -> 3;
            case JsonObject _ -> 4;
            case JsonNull _ -> 5;
        };
    }

    private static int compareItems(JsonArray left, JsonArray right) {
        int length = Math.min(left.size(), right.size());
        for (int i = 0; i < length; i++) {
            int order = compare(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static int compareMembers(JsonObject left, JsonObject right) {
        TreeSet<String> names = new TreeSet<>(GoText.ORDER);
        names.addAll(left.names());
        names.addAll(right.names());
        for (String name : names) {
            JsonValue a = left.get(name);
            JsonValue b = right.get(name);
            if (a == null || b == null) {
                return a == null ? 1 : -1;
            }
            int order = compare(a, b);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}

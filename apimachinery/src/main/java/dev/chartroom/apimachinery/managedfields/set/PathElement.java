package dev.chartroom.apimachinery.managedfields.set;

import dev.chartroom.apimachinery.go.GoFormat;
import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.KeyedHash;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One step of a field's path. Its text has the form that messages use, such as {@code .spec} or {@code [name="x"]}. */
public sealed interface PathElement extends Comparable<PathElement> {

    /** A member of an object. */
    record Field(String name) implements PathElement {
        @Override
        public int hashCode() {
            return KeyedHash.of(name);
        }

        @Override
        public String toString() {
            return "." + name;
        }
    }

    /** The item of an associative list whose keys have these values. The keys are sorted by name. */
    record Key(JsonObject keys) implements PathElement {
        public static Key of(JsonObject unsorted) {
            if (unsorted.names().size() < 2) {
                return new Key(unsorted);
            }
            Map<String, JsonValue> sorted = new TreeMap<>(GoText.ORDER);
            sorted.putAll(unsorted.members());
            return new Key(JsonObject.of(sorted));
        }

        @Override
        public String toString() {
            return keys.members().entrySet().stream()
                    .map(key -> key.getKey() + "=" + text(key.getValue()))
                    .collect(Collectors.joining(",", "[", "]"));
        }
    }

    /** The item of a set. */
    record Value(JsonValue value) implements PathElement {
        @Override
        public String toString() {
            return "[=" + text(value) + "]";
        }
    }

    /** The item of an atomic list. */
    record Index(int index) implements PathElement {
        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    @Override
    default int compareTo(PathElement other) {
        return switch (this) {
            case Field(String a) when other instanceof Field(String b) -> GoText.ORDER.compare(a, b);
            case Key(JsonObject a) when other instanceof Key(JsonObject b) -> compare(a, b);
            case Value(JsonValue a) when other instanceof Value(JsonValue b) -> ValueOrder.compare(a, b);
            case Index(int a) when other instanceof Index(int b) -> Integer.compare(a, b);
            default -> Integer.compare(rank(this), rank(other));
        };
    }

    private static int rank(PathElement element) {
        return switch (element) {
            case Field _ -> 0;
            case Key _ -> 1;
            case Value _ -> 2;
            case Index _ -> 3;
        };
    }

    private static int compare(JsonObject left, JsonObject right) {
        Iterator<Map.Entry<String, JsonValue>> others =
                right.members().entrySet().iterator();
        for (var member : left.members().entrySet()) {
            if (!others.hasNext()) {
                return 1;
            }
            var other = others.next();
            int name = GoText.ORDER.compare(member.getKey(), other.getKey());
            int order = name == 0 ? ValueOrder.compare(member.getValue(), other.getValue()) : name;
            if (order != 0) {
                return order;
            }
        }
        return others.hasNext() ? -1 : 0;
    }

    private static String text(JsonValue value) {
        return switch (value) {
            case JsonString(String string) -> GoText.quote(string);
            case JsonNull _ -> "null";
            default -> GoFormat.text(value);
        };
    }
}

package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Resolves the dotted paths in comments. A key can itself contain dots. */
final class ValuePaths {
    private ValuePaths() {}

    /** Returns the pointer to the value at a path such as {@code image.tag}; empty if there is none. */
    static Optional<JsonPointer> find(JsonObject values, String path) {
        String plain = path.replace("\\.", ".");
        if (plain.isEmpty()) {
            return Optional.empty();
        }
        List<String> keys = new ArrayList<>();
        return find(values, plain, keys) ? Optional.of(new JsonPointer(keys)) : Optional.empty();
    }

    /** Returns the path as remarks show it: {@code image.tag}. */
    static String text(JsonPointer pointer) {
        return String.join(".", pointer.tokens());
    }

    private static boolean find(JsonObject values, String path, List<String> keys) {
        for (String name : values.names()) {
            if (path.equals(name)) {
                keys.add(name);
                return true;
            }
            if (path.startsWith(name + ".")) {
                keys.add(name);
                if (find(values.objectOrEmpty(name), path.substring(name.length() + 1), keys)) {
                    return true;
                }
                keys.removeLast();
            }
        }
        return false;
    }
}

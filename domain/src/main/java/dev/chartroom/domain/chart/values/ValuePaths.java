package dev.chartroom.domain.chart.values;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Values by the dotted paths that comments use, in which a key may have dots of its own. */
final class ValuePaths {
    private ValuePaths() {}

    /** The value that a path such as {@code image.tag} names; nothing where there is none. */
    static Optional<JsonPointer> find(JsonObject values, String path) {
        String plain = path.replace("\\.", ".");
        if (plain.isEmpty()) {
            return Optional.empty();
        }
        List<String> keys = new ArrayList<>();
        return find(values, plain, keys) ? Optional.of(new JsonPointer(keys)) : Optional.empty();
    }

    /** As paths are shown: {@code image.tag}. */
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

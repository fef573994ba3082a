package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells which fields of a spec differ between two revisions. Names only fields that the schema declares: other names could
 * be the content of a Secret.
 */
public final class ChangedValues {
    private ChangedValues() {}

    /**
     * Returns the paths of the changed fields, such as {@code spec.replicas}, in the order of the schema. A list, or a map
     * whose members the schema does not declare, counts as one field.
     */
    public static List<String> between(JsonObject older, JsonObject newer, Schema schema) {
        List<String> paths = new ArrayList<>();
        compare("spec", older, newer, schema.json(), paths);
        return paths;
    }

    private static void compare(
            String path, JsonObject older, JsonObject newer, JsonObject schema, List<String> paths) {
        schema.objectOrEmpty("properties").members().forEach((name, declared) -> {
            JsonValue before = older.get(name);
            JsonValue after = newer.get(name);
            if (Objects.equals(before, after)) {
                return;
            }
            boolean hasMembers = declared instanceof JsonObject member && member.has("properties");
            if (hasMembers && isObjectOrAbsent(before) && isObjectOrAbsent(after)) {
                compare(
                        path + "." + name,
                        older.objectOrEmpty(name),
                        newer.objectOrEmpty(name),
                        (JsonObject) declared,
                        paths);
            } else {
                paths.add(path + "." + name);
            }
        });
    }

    private static boolean isObjectOrAbsent(@Nullable JsonValue value) {
        return value == null || value instanceof JsonObject;
    }
}

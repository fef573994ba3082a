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
     * The path of a field.
     *
     * @param names the names from the object to the field, such as {@code spec} and {@code replicas}
     */
    public record Path(List<String> names) {
        public Path {
            names = List.copyOf(names);
        }

        private Path child(String name) {
            List<String> longer = new ArrayList<>(names);
            longer.add(name);
            return new Path(longer);
        }

        /** Returns the field of an object; null if the object has none. */
        public @Nullable JsonValue in(JsonObject object) {
            JsonValue value = object;
            for (String name : names) {
                value = value instanceof JsonObject parent ? parent.get(name) : null;
            }
            return value;
        }

        /** Returns the path with dots, such as {@code spec.replicas}. */
        @Override
        public String toString() {
            return String.join(".", names);
        }
    }

    /**
     * Returns the paths of the changed fields in the order of the schema. A list, or a map whose members the schema does
     * not declare, counts as one field.
     */
    public static List<Path> between(JsonObject older, JsonObject newer, Schema schema) {
        List<Path> paths = new ArrayList<>();
        compare(new Path(List.of("spec")), older, newer, schema.json(), paths);
        return paths;
    }

    private static void compare(Path path, JsonObject older, JsonObject newer, JsonObject schema, List<Path> paths) {
        schema.objectOrEmpty("properties").members().forEach((name, declared) -> {
            JsonValue before = older.get(name);
            JsonValue after = newer.get(name);
            if (Objects.equals(before, after)) {
                return;
            }
            boolean hasMembers = declared instanceof JsonObject member && member.has("properties");
            if (hasMembers && isObjectOrAbsent(before) && isObjectOrAbsent(after)) {
                compare(
                        path.child(name),
                        older.objectOrEmpty(name),
                        newer.objectOrEmpty(name),
                        (JsonObject) declared,
                        paths);
            } else {
                paths.add(path.child(name));
            }
        });
    }

    private static boolean isObjectOrAbsent(@Nullable JsonValue value) {
        return value == null || value instanceof JsonObject;
    }
}

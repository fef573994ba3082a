package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Resolves paths such as {@code spec.users[*].password} in the schema of a spec. */
final class SchemaPaths {
    private SchemaPaths() {}

    /**
     * Returns whether an object can have a value at the path. This is true if the schema declares the path, or if it
     * accepts any value in a field on the path.
     */
    static boolean canHaveValue(JsonObject specSchema, String path) {
        JsonObject at = specSchema;
        String[] segments = path.replace("[*]", ".*").split("\\.", -1);
        for (int i = 1; i < segments.length; i++) {
            JsonValue next = next(at, segments[i]);
            if (!(next instanceof JsonObject schema)) {
                return next == JsonBoolean.TRUE || at.isTrue("x-kubernetes-preserve-unknown-fields") || isOpen(at);
            }
            at = schema;
        }
        return true;
    }

    /** Returns the schema of the field at a path without lists, such as {@code spec.size}; empty if it is not declared. */
    static JsonObject declared(JsonObject schema, String path) {
        JsonObject at = schema;
        for (String segment : path.split("\\.", -1)) {
            at = at.objectOrEmpty("properties").objectOrEmpty(segment);
        }
        return at;
    }

    /** Returns whether the schema declares no type, members or items. */
    private static boolean isOpen(JsonObject schema) {
        return schema.names().stream()
                .noneMatch(keyword -> keyword.equals("properties")
                        || keyword.equals("items")
                        || keyword.equals("additionalProperties")
                        || keyword.equals("type"));
    }

    private static @Nullable JsonValue next(JsonObject schema, String segment) {
        if (segment.equals("*")) {
            return schema.has("items") ? schema.get("items") : schema.get("additionalProperties");
        }
        JsonValue declared = schema.objectOrEmpty("properties").get(segment);
        return declared == null ? schema.get("additionalProperties") : declared;
    }
}

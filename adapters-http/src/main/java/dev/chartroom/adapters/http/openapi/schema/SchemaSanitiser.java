package dev.chartroom.adapters.http.openapi.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;

/**
 * Turns a declared schema into one that every reader of OpenAPI 3.0 in a cluster can decode. For example, a boolean
 * {@code additionalProperties} has crashed kube-controller-manager. This class drops the parts that OpenAPI 3.0 cannot
 * express, so that one kind's schema never makes the whole document unreadable.
 */
public final class SchemaSanitiser {
    private static final JsonObject OPEN = JsonObject.of(Extensions.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);

    /** The purpose of a schema. */
    private enum Role {
        /** Describes a value. */
        VALUE,
        /** Narrows a value as part of {@code allOf} and the like. */
        CONSTRAINT
    }

    private SchemaSanitiser() {}

    /** Returns the schema of a value, with keywords of OpenAPI 3.0 and extensions only. Idempotent. */
    public static JsonObject sanitise(JsonObject schema) {
        return sanitise(schema, Role.VALUE);
    }

    private static JsonObject sanitise(JsonObject schema, Role role) {
        JsonObject.Builder clean = JsonObject.builder();
        schema.members().forEach((keyword, value) -> {
            switch (keyword) {
                case "properties" -> putUnlessEmpty(clean, keyword, properties(value, role));
                case "items" -> putSchema(clean, keyword, value, role);
                case "additionalProperties" -> putAdditionalProperties(clean, value, role);
                case "allOf", "anyOf" -> putConstraints(clean, keyword, value);
                case "oneOf", "not" -> putIfIntact(clean, keyword, value);
                case "type" -> PublishedTypes.put(clean, value, role == Role.VALUE);
                default -> putOther(clean, keyword, value, role);
            }
        });
        return role == Role.VALUE ? PublishedTypes.settle(clean.build()) : clean.build();
    }

    private static JsonObject properties(JsonValue value, Role role) {
        JsonObject.Builder properties = JsonObject.builder();
        if (value instanceof JsonObject object) {
            object.members().forEach((name, property) -> putSchema(properties, name, property, role));
        }
        return properties.build();
    }

    /**
     * Puts a keyword whose value is a schema. OpenAPI 3.0 does not have JSON Schema's {@code true}, which allows any
     * value.
     */
    private static void putSchema(JsonObject.Builder clean, String name, JsonValue value, Role role) {
        if (value instanceof JsonObject schema) {
            clean.put(name, sanitise(schema, role));
        } else if (value == JsonBoolean.TRUE && role == Role.VALUE) {
            clean.put(name, OPEN);
        }
    }

    private static void putAdditionalProperties(JsonObject.Builder clean, JsonValue value, Role role) {
        if (value instanceof JsonObject schema) {
            clean.put("additionalProperties", sanitise(schema, role));
        } else if (value == JsonBoolean.TRUE && role == Role.VALUE) {
            clean.put(Extensions.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
        }
    }

    /** Puts all branches or none: without one of them, the others would mean something else. */
    private static void putConstraints(JsonObject.Builder clean, String keyword, JsonValue value) {
        if (value instanceof JsonArray array
                && !array.isEmpty()
                && array.values().stream().allMatch(JsonObject.class::isInstance)) {
            clean.put(keyword, array.map(SchemaSanitiser::constraint));
        }
    }

    /**
     * Puts the branches if sanitising removes nothing from them. A branch without one of its keywords matches more
     * values, so {@code not} or {@code oneOf} around it would match fewer.
     */
    private static void putIfIntact(JsonObject.Builder clean, String keyword, JsonValue value) {
        JsonArray branches = keyword.equals("not")
                ? JsonArray.of(value)
                : value instanceof JsonArray array ? array : JsonArray.EMPTY;
        if (!branches.isEmpty()
                && branches.values().stream().allMatch(JsonObject.class::isInstance)
                && branches.map(SchemaSanitiser::constraint).equals(branches)) {
            clean.put(keyword, value);
        }
    }

    private static JsonValue constraint(JsonValue branch) {
        return branch instanceof JsonObject schema ? sanitise(schema, Role.CONSTRAINT) : branch;
    }

    private static void putOther(JsonObject.Builder clean, String keyword, JsonValue value, Role role) {
        boolean known = PublishedKeywords.isStandard(keyword, value)
                || (role == Role.VALUE && PublishedKeywords.isExtension(keyword, value));
        // As in Go, null counts as absent.
        if (known && value != JsonNull.NULL) {
            clean.put(keyword, value);
        }
    }

    private static void putUnlessEmpty(JsonObject.Builder clean, String keyword, JsonObject value) {
        if (!value.isEmpty()) {
            clean.put(keyword, value);
        }
    }
}

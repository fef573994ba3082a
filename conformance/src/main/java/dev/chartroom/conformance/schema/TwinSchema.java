package dev.chartroom.conformance.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns an OpenAPI v3 schema into one that a CustomResourceDefinition can have. The rules are those of structural
 * schemas (https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions).
 */
final class TwinSchema {
    private static final String OPEN = "x-kubernetes-preserve-unknown-fields";
    private static final String INT_OR_STRING = "x-kubernetes-int-or-string";

    /** The keywords of apiextensions.k8s.io/v1 that stay unchanged. */
    private static final Set<String> KEYWORDS = Set.of(
            "description",
            "type",
            "format",
            "title",
            "default",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "multipleOf",
            "enum",
            "maxProperties",
            "minProperties",
            "required",
            "allOf",
            "oneOf",
            "anyOf",
            "not",
            "nullable",
            "example",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-list-type",
            "x-kubernetes-map-type",
            "x-kubernetes-validations",
            INT_OR_STRING,
            OPEN);

    private TwinSchema() {}

    /** Returns the schema with the keywords that a CustomResourceDefinition allows. */
    static JsonObject of(JsonObject schema) {
        JsonObject.Builder kept = JsonObject.builder();
        schema.members().forEach((name, value) -> {
            if (KEYWORDS.contains(name)) {
                kept.put(name, value);
            }
        });
        JsonObject properties = schema.objectOrEmpty("properties");
        if (!properties.isEmpty()) {
            kept.put("properties", each(properties));
        } else if (schema.get("additionalProperties") instanceof JsonObject values) {
            kept.put("additionalProperties", of(values));
        } else if (schema.isTrue("additionalProperties")) {
            kept.put(OPEN, true);
        }
        if (schema.has("items")) {
            kept.put("items", of(schema.objectOrEmpty("items")));
        }
        return typed(kept.build());
    }

    private static JsonObject each(JsonObject properties) {
        JsonObject.Builder cleaned = JsonObject.builder();
        properties
                .members()
                .forEach((name, property) ->
                        cleaned.put(name, property instanceof JsonObject object ? of(object) : property));
        return cleaned.build();
    }

    /** Adds the type that a structural schema requires. */
    private static JsonObject typed(JsonObject schema) {
        if (schema.has("type") || schema.isTrue(INT_OR_STRING)) {
            return schema;
        }
        if (schema.has("properties") || schema.has("additionalProperties")) {
            return schema.with("type", new JsonString("object"));
        }
        if (schema.has("items")) {
            return schema.with("type", new JsonString("array"));
        }
        // Published schemas describe a quantity and a port as a choice of types.
        if (isChoice(schema.get("oneOf")) || isChoice(schema.get("anyOf"))) {
            return schema.without("oneOf").without("anyOf").with(INT_OR_STRING, JsonBoolean.TRUE);
        }
        return schema.isTrue(OPEN) ? schema : schema.with(OPEN, JsonBoolean.TRUE);
    }

    private static boolean isChoice(@Nullable JsonValue alternatives) {
        return alternatives instanceof JsonArray array
                && !array.isEmpty()
                && array.objects().stream().allMatch(each -> each.names().equals(Set.of("type")));
    }
}

package dev.chartroom.conformance.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Reads the schema of a kind from the OpenAPI v3 document that a cluster publishes for a group and version. */
public final class PublishedSchema {
    private static final String REFERENCE = "#/components/schemas/";
    private static final JsonObject OBJECT =
            JsonObject.builder().put("type", "object").build();

    private final JsonObject schemas;
    /** The names of the schemas around the current one. */
    private final Deque<String> around = new ArrayDeque<>();

    private PublishedSchema(JsonObject schemas) {
        this.schemas = schemas;
    }

    /** Returns the schema of a kind, with all references resolved; empty if the document does not have the kind. */
    public static Optional<ResourceSchema> of(JsonObject document, String group, String version, String kind) {
        JsonObject schemas = document.objectOrEmpty("components").objectOrEmpty("schemas");
        JsonObject wanted = JsonObject.builder()
                .put("group", group)
                .put("kind", kind)
                .put("version", version)
                .build();
        return schemas.members().values().stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .filter(schema -> schema.arrayOrEmpty("x-kubernetes-group-version-kind")
                        .objects()
                        .contains(wanted))
                .findFirst()
                .map(schema -> new ResourceSchema(
                        new PublishedSchema(schemas).object(schema),
                        Optional.empty(),
                        JsonArray.EMPTY,
                        JsonObject.EMPTY));
    }

    private JsonObject object(JsonObject schema) {
        JsonObject properties = schema.objectOrEmpty("properties");
        // A CustomResourceDefinition does not describe the metadata; the server does.
        JsonObject known = properties.has("metadata") ? properties.with("metadata", OBJECT) : properties;
        return TwinSchema.of(resolved(schema.with("properties", known)));
    }

    private JsonObject resolved(JsonObject schema) {
        String reference = schema.stringOrEmpty("$ref");
        if (!reference.isEmpty()) {
            return referenced(reference, schema.without("$ref"));
        }
        JsonArray all = schema.arrayOrEmpty("allOf");
        // OpenAPI allows no siblings of a reference, so a published reference with a default is in an allOf.
        if (all.size() == 1 && all.get(0) instanceof JsonObject only && only.has("$ref")) {
            return referenced(only.stringOrEmpty("$ref"), schema.without("allOf"));
        }
        JsonObject.Builder resolved = JsonObject.builder();
        schema.members()
                .forEach((name, value) -> resolved.put(
                        name,
                        switch (name) {
                            case "properties" -> each(value);
                            case "items", "additionalProperties" ->
                                value instanceof JsonObject inner ? resolved(inner) : value;
                            default -> value;
                        }));
        return resolved.build();
    }

    private JsonObject referenced(String reference, JsonObject beside) {
        String name = reference.startsWith(REFERENCE) ? reference.substring(REFERENCE.length()) : reference;
        if (around.contains(name)) {
            // A CustomResourceDefinition cannot describe a recursive type.
            return OBJECT.with("x-kubernetes-preserve-unknown-fields", JsonBoolean.TRUE);
        }
        around.push(name);
        JsonObject target = resolved(schemas.objectOrEmpty(name));
        around.pop();
        return target.toBuilder().putAll(beside).build();
    }

    private JsonValue each(JsonValue properties) {
        if (!(properties instanceof JsonObject object)) {
            return properties;
        }
        JsonObject.Builder resolved = JsonObject.builder();
        object.members()
                .forEach((name, property) ->
                        resolved.put(name, property instanceof JsonObject inner ? resolved(inner) : property));
        return resolved.build();
    }
}

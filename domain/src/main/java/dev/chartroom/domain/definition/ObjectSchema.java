package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.StatusMapping;

/** The schema of a whole object for expressions. */
final class ObjectSchema {
    private static final JsonObject TEXT = scalar("string");
    private static final JsonObject INTEGER = scalar("integer");
    private static final JsonObject TIME = TEXT.with("format", new JsonString("date-time"));
    private static final JsonObject TEXTS =
            scalar("object").toBuilder().put("additionalProperties", TEXT).build();

    /** The schema of metadata for expressions. */
    static final JsonObject METADATA = object(JsonObject.builder()
            .put("name", TEXT)
            .put("generateName", TEXT)
            .put("namespace", TEXT)
            .put("uid", TEXT)
            .put("resourceVersion", TEXT)
            .put("generation", INTEGER)
            .put("creationTimestamp", TIME)
            .put("deletionTimestamp", TIME)
            .put("labels", TEXTS)
            .put("annotations", TEXTS)
            .put("finalizers", list(TEXT))
            .put(
                    "ownerReferences",
                    list(object(JsonObject.builder()
                            .put("apiVersion", TEXT)
                            .put("kind", TEXT)
                            .put("name", TEXT)
                            .put("uid", TEXT)
                            .put("controller", scalar("boolean"))
                            .put("blockOwnerDeletion", scalar("boolean"))
                            .build())))
            .build());

    /** The schema of the conditions that any object can have. */
    static final JsonObject CONDITIONS = list(object(JsonObject.builder()
                    .put("type", TEXT)
                    .put("status", TEXT)
                    .put("reason", TEXT)
                    .put("message", TEXT)
                    .put("observedGeneration", INTEGER)
                    .put("lastTransitionTime", TIME)
                    .build()))
            .toBuilder()
            .put("x-kubernetes-list-type", "map")
            .put("x-kubernetes-list-map-keys", JsonArray.of(new JsonString("type")))
            .build();

    /** The fields in the status of every Application. */
    private static final JsonObject STATUS = JsonObject.builder()
            .put("version", TEXT)
            .put("installedVersion", TEXT)
            .put("observedGeneration", INTEGER)
            .put("conditions", CONDITIONS)
            .build();

    private ObjectSchema() {}

    /** @param spec the schema of {@code spec}; it can lack a type */
    static JsonObject of(Schema spec, StatusMapping status) {
        return object(JsonObject.builder()
                .put("apiVersion", TEXT)
                .put("kind", TEXT)
                .put("metadata", METADATA)
                .put("spec", spec.json().with("type", new JsonString("object")))
                .put("status", object(status.properties(STATUS)))
                .build());
    }

    static JsonObject object(JsonObject properties) {
        return scalar("object").with("properties", properties);
    }

    static JsonObject list(JsonObject items) {
        return scalar("array").with("items", items);
    }

    static JsonObject scalar(String type) {
        return JsonObject.of("type", new JsonString(type));
    }
}

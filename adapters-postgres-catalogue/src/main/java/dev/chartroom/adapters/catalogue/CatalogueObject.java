package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of the catalogue.
 *
 * @param version the version of the object's row in the catalogue or of its row in Chartroom's table, whichever is
 *     greater
 * @param spec all fields in the catalogue
 * @param implied the values that Postgres uses for fields that a client leaves out
 * @param kept the data that Postgres cannot store; null if the object was never written through Chartroom
 */
record CatalogueObject(
        long oid,
        long version,
        String identifier,
        JsonObject spec,
        JsonObject implied,
        @Nullable Kept kept) {

    /** A field of live specs. It contains data for statements only, and clients do not see it. */
    static final String UNSHOWN = "unshown";

    /**
     * @param metadata without uid and resource version
     * @param given the fields that a client set; null for a field whose value the catalogue stores completely
     * @param retained true if the object was deleted in Kubernetes but stays in Postgres
     * @param incarnation the transaction that made or adopted the object; 0 if others made it
     * @param made true if Chartroom made the Postgres object for a Kubernetes object of the namespace; if others made
     *     it, Chartroom keeps only its metadata
     */
    record Kept(ObjectMeta metadata, JsonObject given, boolean retained, long incarnation, boolean made) {}

    /** Returns whether Chartroom made this object for the namespace, and so may change and drop it. */
    boolean isOf(String namespace) {
        return kept != null && kept.made() && kept.metadata().namespace().equals(namespace);
    }

    boolean isMade() {
        return kept != null && kept.made();
    }

    boolean isRetained() {
        return kept != null && kept.retained();
    }

    long incarnation() {
        return kept == null ? 0 : kept.incarnation();
    }

    /**
     * Returns the object as clients see it: the fields that clients set and the fields that differ from the defaults.
     * An object that others made shows all fields.
     */
    Application application(ApplicationKind kind, ObjectMeta metadata) {
        JsonObject known = spec.without(UNSHOWN);
        JsonObject defaults = defaults(kind).toBuilder()
                .put("name", metadata.name())
                .putAll(implied)
                .build();
        // The deletion of a namespace must not drop objects that were made outside of Chartroom.
        JsonObject given =
                kept == null ? known.without("name").with("deletionPolicy", new JsonString("Retain")) : kept.given();
        JsonObject.Builder shown = given.toBuilder();
        known.members().forEach((field, value) -> {
            if (given.has(field) || !value.equals(defaults.get(field))) {
                shown.put(field, ordered(value, given.get(field)));
            }
        });
        JsonObject.Builder status = JsonObject.builder().put("identifier", identifier);
        // An object without an oid is identified by a number of more than 32 bits.
        boolean hasOid = oid >>> 32 == 0;
        return new Application(kind.gvk(), metadata, shown.build(), (hasOid ? status.put("oid", oid) : status).build());
    }

    /**
     * Returns the client's list instead of Postgres' value if both have the same elements. Postgres stores a list as a
     * set, so its value may be in another order.
     */
    private static JsonValue ordered(JsonValue value, @Nullable JsonValue given) {
        return value instanceof JsonArray(List<JsonValue> now)
                        && given instanceof JsonArray(List<JsonValue> then)
                        && Set.copyOf(now).equals(Set.copyOf(then))
                ? given
                : value;
    }

    /** Returns the part of a client's spec that must be kept. */
    static JsonObject given(JsonObject spec, JsonObject known) {
        JsonObject.Builder given = JsonObject.builder();
        spec.members()
                .forEach((field, value) ->
                        given.put(field, known.has(field) && !(value instanceof JsonArray) ? JsonNull.NULL : value));
        return given.build();
    }

    static JsonObject completed(ApplicationKind kind, Application application) {
        JsonObject spec = application.spec();
        return SchemaDefaulter.withDefaults(kind.schema(), spec == null ? JsonObject.EMPTY : spec);
    }

    private static JsonObject defaults(ApplicationKind kind) {
        return SchemaDefaulter.withDefaults(kind.schema(), JsonObject.EMPTY);
    }
}

package dev.chartroom.examples.postgres;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.schema.SchemaDefaulter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of the catalogue.
 *
 * @param version of its rows, the catalogue's and ours, whichever is greater
 * @param spec what the catalogue says, in all fields that it has
 * @param implied of that, what is so without anybody saying it
 * @param kept what Postgres has no place for; null where the object was never written through Chartroom
 */
record CatalogueObject(
        long oid,
        long version,
        String identifier,
        JsonObject spec,
        JsonObject implied,
        @Nullable Kept kept) {

    /** In a spec that is live, what only statements need to know. No client sees it. */
    static final String UNSHOWN = "unshown";

    /**
     * @param metadata without uid and resource version
     * @param given the fields that a client gave: null for those of which the catalogue knows all of the value
     * @param retained true where the object was deleted and the database told to keep it
     * @param incarnation the transaction in which it was made or taken up here; 0 for what others have made
     * @param made true if Chartroom made it for an object of the namespace; others' may only have labels and the like here
     */
    record Kept(ObjectMeta metadata, JsonObject given, boolean retained, long incarnation, boolean made) {}

    /** Whether Chartroom made it for an object of this namespace, and so may change and drop it. */
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

    /** As clients see it: what they gave, and what is not as it is by default; of another's object, all. */
    Application application(ApplicationKind kind, ObjectMeta metadata) {
        JsonObject known = spec.without(UNSHOWN);
        JsonObject defaults = defaults(kind).toBuilder()
                .put("name", metadata.name())
                .putAll(implied)
                .build();
        // Whoever deletes a namespace does not mean to drop what others have made in the database.
        JsonObject given =
                kept == null ? known.without("name").with("deletionPolicy", new JsonString("Retain")) : kept.given();
        JsonObject.Builder shown = given.toBuilder();
        known.members().forEach((field, value) -> {
            if (given.has(field) || !value.equals(defaults.get(field))) {
                shown.put(field, ordered(value, given.get(field)));
            }
        });
        JsonObject.Builder status = JsonObject.builder().put("identifier", identifier);
        // What has none is known by a longer number.
        boolean hasOid = oid >>> 32 == 0;
        return new Application(kind.gvk(), metadata, shown.build(), (hasOid ? status.put("oid", oid) : status).build());
    }

    /** A list is a set to Postgres; where it is the one that a client gave, it is shown in the client's order. */
    private static JsonValue ordered(JsonValue value, @Nullable JsonValue given) {
        return value instanceof JsonArray(List<JsonValue> now)
                        && given instanceof JsonArray(List<JsonValue> then)
                        && Set.copyOf(now).equals(Set.copyOf(then))
                ? given
                : value;
    }

    /** What is to be kept of a spec that a client gave. */
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

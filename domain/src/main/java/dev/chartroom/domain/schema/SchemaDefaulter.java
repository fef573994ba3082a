package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonObject;

/** Defaults of a structural schema. */
public final class SchemaDefaulter {
    private SchemaDefaulter() {}

    public static JsonObject withDefaults(Schema schema, JsonObject value) {
        return value;
    }

    public static JsonObject withoutDefaults(Schema schema, JsonObject stored, JsonObject submitted) {
        return submitted;
    }
}

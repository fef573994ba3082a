package dev.chartroom.charts;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.charts.jsonschema.Structural;

/**
 * Adds the values of a chart to its schema as defaults, because Helm uses these values as defaults. Helm merges objects
 * member by member, so each declared member has its own default. The default of the object itself omits the declared
 * members.
 */
final class ChartDefaults {
    private ChartDefaults() {}

    /** Adds the values as defaults to the schema of their root object. The root itself gets no default. */
    static JsonObject ofRoot(JsonObject schema, JsonObject values) {
        return members(schema, values);
    }

    private static JsonObject of(JsonObject schema, JsonValue value) {
        if (value == JsonNull.NULL) {
            return schema;
        }
        if (value instanceof JsonObject object && schema.has("properties")) {
            JsonObject.Builder rest = JsonObject.builder();
            boolean open = schema.isTrue(Structural.PRESERVE_UNKNOWN_FIELDS);
            object.members().forEach((name, member) -> {
                if (open && !schema.objectOrEmpty("properties").has(name)) {
                    rest.put(name, member);
                }
            });
            return members(schema, object).with("default", rest.build());
        }
        return schema.with("default", value);
    }

    private static JsonObject members(JsonObject schema, JsonObject values) {
        if (!schema.has("properties")) {
            return schema;
        }
        JsonObject.Builder properties = schema.objectOrEmpty("properties").toBuilder();
        values.members()
                .forEach((name, value) -> schema.objectOrEmpty("properties")
                        .object(name)
                        .ifPresent(member -> properties.put(name, of(member, value))));
        return schema.with("properties", properties.build());
    }
}

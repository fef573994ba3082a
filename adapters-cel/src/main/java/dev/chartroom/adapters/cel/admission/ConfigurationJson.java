package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.ValueJson;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;

/** Converts an {@code Object} to the JSON of an apply configuration. Values from the request stay as they are. */
final class ConfigurationJson {
    /** The limit of the size in bytes: more than any store accepts. */
    private static final long LARGEST = 16L << 20;

    private final ValueJson values = new ValueJson(LARGEST, this::construct);

    private ConfigurationJson() {}

    /** @throws CelFailure if a value has no JSON form */
    static JsonObject of(ObjectValue object) {
        return new ConfigurationJson().fields(object);
    }

    private JsonValue construct(Object value) {
        if (value instanceof ObjectValue object) {
            return fields(object);
        }
        throw new CelFailure("invalid return type: *dynamic.ObjectVal");
    }

    private JsonObject fields(ObjectValue object) {
        JsonObject.Builder json = JsonObject.builder();
        object.fields().forEach((name, value) -> json.put(name, values.of(value)));
        return json.build();
    }
}

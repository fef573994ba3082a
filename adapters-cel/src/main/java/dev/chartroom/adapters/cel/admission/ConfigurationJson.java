package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.ValueJson;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;

/** An {@code Object} as the JSON that is to be applied. What comes out of the request stays as it is. */
final class ConfigurationJson {
    /** More than any store takes. */
    private static final long LARGEST = 16L << 20;

    private final ValueJson values = new ValueJson(LARGEST, this::construct);

    private ConfigurationJson() {}

    /** @throws CelFailure where a value has no JSON */
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

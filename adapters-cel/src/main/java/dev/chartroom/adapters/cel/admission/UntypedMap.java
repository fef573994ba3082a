package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.JsonBacked;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON object whose members are converted on access. */
record UntypedMap(JsonObject object) implements MapValue, JsonBacked {
    @Override
    public JsonValue json() {
        return object;
    }

    @Override
    public int size() {
        return object.members().size();
    }

    @Override
    public @Nullable Object find(Object key) {
        JsonValue value = key instanceof String name ? object.get(name) : null;
        return value == null ? null : UntypedJson.of(value);
    }

    @Override
    public List<Object> keys() {
        return List.copyOf(object.names());
    }

    @Override
    public Object equalTo(Object other) {
        return other instanceof MapValue map ? MapValue.equalEntries(this, map) : false;
    }
}

package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A field that has another name, another place or other values. A value that is not translated is the same in both
 * versions.
 *
 * @param stored maps values of the version to stored values. If several values have the same stored value, the version
 *     shows the first of them.
 */
record TranslatedValue(Map<JsonValue, JsonValue> stored) implements ValueMapping {
    TranslatedValue {
        stored = Collections.unmodifiableMap(new LinkedHashMap<>(stored));
    }

    @Override
    public List<@Nullable JsonValue> toStored(List<@Nullable JsonValue> values, JsonObject object) {
        JsonValue value = values.getFirst();
        return singleton(value == null ? null : stored.getOrDefault(value, value));
    }

    @Override
    public List<@Nullable JsonValue> fromStored(List<@Nullable JsonValue> values, JsonObject object) {
        JsonValue value = values.getFirst();
        return singleton(value == null ? null : shown(value));
    }

    private JsonValue shown(JsonValue value) {
        return stored.entrySet().stream()
                .filter(pair -> pair.getValue().equals(value))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(value);
    }

    private static List<@Nullable JsonValue> singleton(@Nullable JsonValue value) {
        List<@Nullable JsonValue> singleton = new ArrayList<>();
        singleton.add(value);
        return singleton;
    }
}

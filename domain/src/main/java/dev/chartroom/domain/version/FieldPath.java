package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The path of a field in an object.
 *
 * @param names the names of the members, at least one
 */
record FieldPath(List<String> names) {
    FieldPath {
        names = List.copyOf(names);
    }

    @Nullable
    JsonValue get(JsonObject object) {
        JsonValue value = object;
        for (String name : names) {
            value = value instanceof JsonObject members ? members.get(name) : null;
        }
        return value;
    }

    /** Returns the object without the field, and without the enclosing objects that would then be empty. */
    JsonObject without(JsonObject object) {
        return without(object, 0);
    }

    private JsonObject without(JsonObject object, int at) {
        String name = names.get(at);
        if (at == names.size() - 1) {
            return object.without(name);
        }
        if (!(object.get(name) instanceof JsonObject below) || get(object, at) == null) {
            return object;
        }
        JsonObject left = without(below, at + 1);
        return left.isEmpty() ? object.without(name) : object.with(name, left);
    }

    private @Nullable JsonValue get(JsonObject object, int from) {
        return new FieldPath(names.subList(from, names.size())).get(object);
    }

    /** Returns a copy of the object in which the field is set; empty if a value on the path is not an object. */
    Optional<JsonObject> with(JsonObject object, JsonValue value) {
        return with(object, value, 0);
    }

    private Optional<JsonObject> with(JsonObject object, JsonValue value, int at) {
        String name = names.get(at);
        if (at == names.size() - 1) {
            return Optional.of(object.with(name, value));
        }
        JsonValue held = object.get(name);
        if (held != null && !(held instanceof JsonObject)) {
            return Optional.empty();
        }
        return with(object.objectOrEmpty(name), value, at + 1).map(below -> object.with(name, below));
    }

    @Override
    public String toString() {
        return String.join(".", names);
    }
}

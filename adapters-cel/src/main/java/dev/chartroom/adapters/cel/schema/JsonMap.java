package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.Equality;
import dev.chartroom.adapters.cel.value.JsonBacked;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object. The object is a map, or has known members. In an object with known members, names are escaped, and a
 * null member is treated as absent.
 *
 * @param schema the schema of an object
 */
record JsonMap(JsonObject object, StructuralSchema schema) implements MapValue, JsonBacked {
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
        if (!(key instanceof String name)) {
            return CelError.NO_SUCH_OVERLOAD;
        }
        return schema.hasProperties()
                ? MemberNames.unescape(name).map(this::member).orElse(null)
                : member(name);
    }

    private @Nullable Object member(String name) {
        JsonValue value = object.get(name);
        StructuralSchema member = schema.member(name);
        return value == null || member == null || (schema.hasProperties() && value == JsonNull.NULL)
                ? null
                : JsonValues.of(value, member);
    }

    @Override
    public List<Object> keys() {
        List<Object> keys = new ArrayList<>(size());
        for (String name : object.names()) {
            if (schema.member(name) != null) {
                keys.add(schema.hasProperties() ? MemberNames.escape(name).orElse(name) : name);
            }
        }
        return keys;
    }

    @Override
    public Object equalTo(Object other) {
        if (!(other instanceof MapValue map)) {
            return CelError.NO_SUCH_OVERLOAD;
        }
        if (map.size() != size()) {
            return false;
        }
        for (String name : object.names()) {
            Object equal =
                    schema.member(name) == null ? isPreserved(name, map) : equalMembers(find(name), map.find(name));
            if (!Boolean.TRUE.equals(equal)) {
                return equal;
            }
        }
        return true;
    }

    private static Object equalMembers(@Nullable Object a, @Nullable Object b) {
        return a == null || b == null ? a == null && b == null : Equality.equal(a, b);
    }

    /**
     * Compares a member that the schema does not declare. Returns true if the other object has an equal member, or does
     * not have the member.
     */
    private Object isPreserved(String name, MapValue other) {
        if (!(other instanceof JsonMap that)) {
            return CelError.NO_SUCH_OVERLOAD;
        }
        JsonValue otherValue = that.object.get(name);
        return otherValue == null || otherValue.equals(object.get(name));
    }
}

package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The type of a field: the shapes that the value of the field can have. At least one of the three shapes is not null.
 */
public record FieldType(
        @Nullable ScalarType scalar,
        @Nullable ListType list,
        @Nullable MapType map) {

    /** Any value, owned as a whole. */
    static final FieldType ATOMIC = new FieldType(
            ScalarType.UNTYPED,
            new ListType(true, List.of(), () -> FieldType.ATOMIC),
            new MapType(true, Map.of(), () -> FieldType.ATOMIC));

    /** Any value: objects are owned member by member, lists as a whole. The type of fields that no schema describes. */
    static final FieldType DEDUCED = new FieldType(
            ScalarType.UNTYPED,
            new ListType(true, List.of(), () -> FieldType.ATOMIC),
            new MapType(false, Map.of(), () -> FieldType.DEDUCED));

    static FieldType of(ScalarType scalar) {
        return new FieldType(scalar, null, null);
    }

    static FieldType of(ListType list) {
        return new FieldType(null, list, null);
    }

    static FieldType of(MapType map) {
        return new FieldType(null, null, map);
    }

    /**
     * Returns the shape of a value if this type has that shape. Otherwise returns the first shape of this type, in the
     * order map, scalar, list.
     */
    Shape shape(@Nullable JsonValue value) {
        Shape own = switch (value) {
            case JsonObject _ -> map;
            case JsonArray _ -> list;
            case JsonString _, JsonNumber _, JsonBoolean _ -> scalar;
            case JsonNull _ -> null;
            case null -> null;
        };
        return own == null ? first() : own;
    }

    private Shape first() {
        if (map != null) {
            return map;
        }
        return scalar == null ? Objects.requireNonNull(list, "a type has at least one form") : scalar;
    }
}

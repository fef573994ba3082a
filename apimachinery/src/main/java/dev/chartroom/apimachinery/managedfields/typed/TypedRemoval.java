package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes fields from a value. As in upstream, null replaces a value that becomes empty. */
public final class TypedRemoval {
    private TypedRemoval() {}

    /** Returns the object without these fields. The object must fit its type. */
    public static JsonObject remove(FieldType type, JsonObject object, FieldSet fields) {
        return fields.isEmpty() ? object : (JsonObject) values(type, object, fields);
    }

    private static JsonValue values(FieldType type, JsonValue value, FieldSet fields) {
        Deadline.check();
        return switch (type.shape(value)) {
            case ScalarType _ -> value;
            case ListType list ->
                !list.atomic() && value instanceof JsonArray array ? items(list, array, fields) : JsonNull.NULL;
            case MapType map ->
                !map.atomic() && value instanceof JsonObject object ? members(map, object, fields) : JsonNull.NULL;
        };
    }

    private static JsonValue items(ListType list, JsonArray array, FieldSet fields) {
        List<JsonValue> left = new ArrayList<>(array.size());
        for (JsonValue item : array) {
            PathElement element = ListItems.elementIfAny(list, item);
            FieldSet.Node node = element == null ? null : fields.node(element);
            if (!isMember(node)) {
                left.add(below(list.items(), item, node));
            }
        }
        return left.isEmpty() ? JsonNull.NULL : new JsonArray(left);
    }

    private static JsonValue members(MapType map, JsonObject object, FieldSet fields) {
        JsonObject.Builder left = JsonObject.builder();
        object.members().forEach((name, value) -> {
            FieldSet.Node node = fields.node(new PathElement.Field(name));
            FieldType type = map.member(name);
            if (!isMember(node)) {
                left.put(name, type == null ? value : below(type, value, node));
            }
        });
        JsonObject result = left.build();
        return result.isEmpty() ? JsonNull.NULL : result;
    }

    private static boolean isMember(FieldSet.@Nullable Node node) {
        return node != null && node.member();
    }

    private static JsonValue below(FieldType type, JsonValue value, FieldSet.@Nullable Node node) {
        return node == null || node.children().isEmpty() ? value : values(type, value, node.children());
    }
}

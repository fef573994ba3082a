package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the fields that a value sets: its leaves, its list items, and the members that its type does not name. */
public final class TypedFields {
    private final List<FieldSet.Node> nodes = new ArrayList<>();
    private boolean leaf;

    private TypedFields() {}

    /** Returns the fields of an object that fits its type. */
    public static FieldSet of(FieldType type, JsonValue value) {
        return FieldSet.of(visit(type, value).nodes);
    }

    private static TypedFields visit(FieldType type, JsonValue value) {
        Deadline.check();
        TypedFields fields = new TypedFields();
        switch (type.shape(value)) {
            case ScalarType _ -> fields.leaf = true;
            case ListType list -> {
                fields.leaf = list.atomic();
                if (!list.atomic() && value instanceof JsonArray array) {
                    fields.items(list, array);
                }
            }
            case MapType map -> {
                fields.leaf = map.atomic();
                if (!map.atomic() && value instanceof JsonObject object) {
                    fields.members(map, object);
                }
            }
        }
        return fields;
    }

    /** Adds the items of a list. If an item has duplicates, adds only the item itself, without the fields below it. */
    private void items(ListType list, JsonArray array) {
        Set<PathElement> seen = new HashSet<>();
        Set<PathElement> repeated = new HashSet<>();
        List<@Nullable PathElement> elements = new ArrayList<>(array.size());
        for (JsonValue item : array) {
            PathElement element = ListItems.elementIfAny(list, item);
            elements.add(element);
            if (element != null && !seen.add(element)) {
                repeated.add(element);
            }
        }
        for (int i = 0; i < array.size(); i++) {
            PathElement element = elements.get(i);
            if (element != null) {
                boolean alone = !repeated.contains(element);
                nodes.add(new FieldSet.Node(element, true, alone ? of(list.items(), array.get(i)) : FieldSet.EMPTY));
            }
        }
    }

    private void members(MapType map, JsonObject object) {
        object.members().forEach((name, value) -> {
            FieldType type = map.member(name);
            if (type == null) {
                return;
            }
            TypedFields below = visit(type, value);
            boolean bare = value == JsonNull.NULL || value instanceof JsonObject members && members.isEmpty();
            nodes.add(new FieldSet.Node(
                    new PathElement.Field(name), below.leaf || bare || !map.names(name), FieldSet.of(below.nodes)));
        });
    }
}

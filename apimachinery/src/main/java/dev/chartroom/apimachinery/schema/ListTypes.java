package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.go.GoValues;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that the values in a list of type set and the keys in a list of type map are unique. */
final class ListTypes {
    private final BoundedReport<FieldError> errors = BoundedReport.ofErrors();

    private ListTypes() {}

    /** Returns the errors of the lists in a value. */
    static List<FieldError> check(SchemaNode node, Location at, JsonValue value) {
        ListTypes lists = new ListTypes();
        lists.checkInside(node, at, value);
        return lists.errors.entries();
    }

    private void checkInside(SchemaNode node, Location at, JsonValue value) {
        Deadline.check();
        if (value instanceof JsonObject object) {
            checkMembers(node, at, object);
        } else if (value instanceof JsonArray array) {
            switch (node.extensions().listType()) {
                case SET -> checkSet(at, array);
                case MAP -> checkMap(node.constraints().array().mapKeys(), at, array);
                case ATOMIC -> {}
            }
            SchemaNode items = node.items();
            if (items != null) {
                for (int i = 0; i < array.size(); i++) {
                    checkInside(items, at.index(i), array.get(i));
                }
            }
        }
    }

    private void checkMembers(SchemaNode node, Location at, JsonObject object) {
        SchemaNode additional = node.additionalProperties();
        if (additional != null) {
            object.members().forEach((name, member) -> checkInside(additional, at.key(name), member));
        }
        object.members().forEach((name, member) -> {
            SchemaNode declared = node.properties().get(name);
            if (declared != null) {
                checkInside(declared, at.child(name), member);
            }
        });
    }

    private void checkSet(Location at, JsonArray array) {
        for (int i : repeated(array.values())) {
            errors.add(() -> FieldError.duplicate(at.index(i).toString(), array.get(i)));
        }
    }

    private void checkMap(List<String> mapKeys, Location at, JsonArray array) {
        List<JsonValue> keys = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            JsonValue item = array.get(i);
            if (item != JsonNull.NULL && !(item instanceof JsonObject)) {
                Location place = at.index(i);
                errors.add(() ->
                        FieldError.invalid(place.toString(), item, "must be an object for an array of list-type map"));
                return;
            }
            keys.add(key(mapKeys, item));
        }
        for (int i : repeated(keys)) {
            errors.add(() -> FieldError.duplicate(at.index(i).toString(), keys.get(i)));
        }
    }

    private static JsonObject key(List<String> mapKeys, JsonValue item) {
        JsonObject.Builder key = JsonObject.builder();
        if (item instanceof JsonObject object) {
            mapKeys.forEach(name -> key.putIfPresent(name, object.get(name)));
        }
        return key.build();
    }

    /** If a value occurs several times, the result contains only the index of its second occurrence. */
    private static List<Integer> repeated(List<JsonValue> values) {
        Map<String, Integer> times = new HashMap<>();
        List<Integer> repeated = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (times.merge(GoValues.identity(values.get(i)), 1, Integer::sum) == 2) {
                repeated.add(i);
            }
        }
        return repeated;
    }
}

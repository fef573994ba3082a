package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The field manager that last set a field of the spec, from the managed fields of an object.
 *
 * @param path the path of the field, such as {@code spec.replicas}; of the list, for a field in a list
 * @param manager the name of the field manager
 * @param operation {@code Apply} or {@code Update}
 * @param time when the manager last changed one of its fields; can be empty
 */
public record LastSetter(String path, String manager, String operation, String time) {

    /** Returns the last setter of each field that has one, in the order of the paths. */
    public static List<LastSetter> of(JsonArray managedFields) {
        Map<String, LastSetter> setters = new TreeMap<>();
        for (JsonObject entry : managedFields.objects()) {
            if (entry.objectOrEmpty("fieldsV1").get("f:spec") instanceof JsonObject spec) {
                collect("spec", spec, entry, setters);
            }
        }
        return List.copyOf(setters.values());
    }

    private static void collect(String path, JsonObject fields, JsonObject entry, Map<String, LastSetter> setters) {
        boolean isField = true;
        for (Map.Entry<String, JsonValue> field : fields.members().entrySet()) {
            if (field.getKey().startsWith("f:") && field.getValue() instanceof JsonObject members) {
                isField = false;
                collect(path + "." + field.getKey().substring(2), members, entry, setters);
            }
        }
        if (isField && !path.equals("spec")) {
            LastSetter setter = new LastSetter(
                    path,
                    entry.stringOrEmpty("manager"),
                    entry.stringOrEmpty("operation"),
                    entry.stringOrEmpty("time"));
            // Times of RFC 3339 in UTC have the order of their texts.
            setters.merge(path, setter, (one, other) -> one.time.compareTo(other.time) > 0 ? one : other);
        }
    }
}

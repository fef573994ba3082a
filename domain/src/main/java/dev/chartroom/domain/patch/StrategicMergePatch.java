package dev.chartroom.domain.patch;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch (apimachinery's util/strategicpatch): a merge patch with directives, and with lists whose items are
 * merged. The lists are those that every object of the core group has.
 */
public final class StrategicMergePatch {
    private static final String PATCH = "$patch";
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";
    private static final String ORDER = "$setElementOrder/";

    /** By which member items are told apart; none where they are values. */
    private static final Map<String, String> MERGE_KEYS =
            Map.of("/metadata/finalizers", "", "/metadata/ownerReferences", "uid", "/status/conditions", "type");

    private StrategicMergePatch() {}

    /**
     * The object as the patch makes it.
     *
     * @throws IllegalArgumentException where a directive says what there is not
     */
    public static JsonObject apply(JsonObject object, JsonObject patch) {
        return merged("", object, patch);
    }

    private static JsonObject merged(String path, JsonObject before, JsonObject patch) {
        String directive = patch.stringOrEmpty(PATCH);
        return switch (directive) {
            case "", "merge" -> changed(path, before, patch);
            case "replace" -> patch.without(PATCH);
            case "delete" -> JsonObject.EMPTY;
            default -> throw unknown(directive);
        };
    }

    private static JsonObject changed(String path, JsonObject before, JsonObject patch) {
        JsonObject.Builder after = before.toBuilder();
        if (patch.has(RETAIN_KEYS)) {
            List<String> retained = patch.arrayOrEmpty(RETAIN_KEYS).strings();
            before.names().stream().filter(name -> !retained.contains(name)).forEach(after::remove);
        }
        patch.members().forEach((name, change) -> {
            if (name.startsWith(DELETE_FROM_LIST) && change instanceof JsonArray values) {
                String list = name.substring(DELETE_FROM_LIST.length());
                after.put(list, without(after.build().arrayOrEmpty(list), values));
            } else if (change == JsonNull.NULL) {
                after.remove(name);
            } else if (!name.startsWith("$")) {
                after.put(name, value(path + "/" + name, before.get(name), change));
            }
        });
        patch.members().forEach((name, order) -> {
            String list = name.startsWith(ORDER) ? name.substring(ORDER.length()) : "";
            if (order instanceof JsonArray wanted && after.has(list)) {
                String key = MERGE_KEYS.getOrDefault(path + "/" + list, "");
                after.put(list, ordered(after.build().arrayOrEmpty(list), wanted, key));
            }
        });
        return after.build();
    }

    private static JsonValue value(String path, @Nullable JsonValue before, JsonValue change) {
        String key = MERGE_KEYS.get(path);
        return switch (change) {
            case JsonObject patch ->
                merged(path, before instanceof JsonObject object ? object : JsonObject.EMPTY, patch);
            case JsonArray items when key != null && key.isEmpty() -> union(list(before), items);
            case JsonArray items when key != null -> mergedItems(path, key, list(before), items);
            default -> change;
        };
    }

    private static JsonArray list(@Nullable JsonValue before) {
        return before instanceof JsonArray array ? array : JsonArray.EMPTY;
    }

    private static JsonArray union(JsonArray before, JsonArray items) {
        Set<JsonValue> all = new LinkedHashSet<>(before.values());
        all.addAll(items.values());
        return new JsonArray(List.copyOf(all));
    }

    private static JsonArray without(JsonArray before, JsonArray values) {
        Set<JsonValue> gone = new HashSet<>(values.values());
        return new JsonArray(
                before.values().stream().filter(value -> !gone.contains(value)).toList());
    }

    private static JsonArray mergedItems(String path, String key, JsonArray before, JsonArray items) {
        List<JsonObject> patches = items.objects();
        boolean replaces =
                patches.stream().anyMatch(patch -> patch.stringOrEmpty(PATCH).equals("replace"));
        List<JsonValue> after = new ArrayList<>(replaces ? List.of() : before.values());
        for (JsonObject patch : patches) {
            String directive = patch.stringOrEmpty(PATCH);
            if (directive.equals("replace")) {
                continue;
            }
            if (!(patch.get(key) instanceof JsonString identity)) {
                throw new IllegalArgumentException("map: " + patch + " does not contain declared merge key: " + key);
            }
            int index = indexOf(after, key, identity);
            if (directive.equals("delete")) {
                after.removeIf(item -> isOf(item, key, identity));
            } else if (index < 0) {
                after.add(merged(path, JsonObject.EMPTY, patch));
            } else {
                after.set(index, merged(path, (JsonObject) after.get(index), patch));
            }
        }
        return new JsonArray(List.copyOf(after));
    }

    private static int indexOf(List<JsonValue> items, String key, JsonString identity) {
        for (int i = 0; i < items.size(); i++) {
            if (isOf(items.get(i), key, identity)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isOf(JsonValue item, String key, JsonString identity) {
        return item instanceof JsonObject object && identity.equals(object.get(key));
    }

    /** What the order names comes in it, in the places that these items have; all others stay where they are. */
    private static JsonArray ordered(JsonArray items, JsonArray order, String key) {
        List<JsonValue> wanted = order.values().stream()
                .map(each -> identity(each, key))
                .filter(Objects::nonNull)
                .distinct()
                .flatMap(each -> items.values().stream().filter(item -> each.equals(identity(item, key))))
                .toList();
        Set<JsonValue> named = new HashSet<>(wanted);
        var next = wanted.iterator();
        Stream<JsonValue> placed =
                items.values().stream().map(item -> named.contains(item) && next.hasNext() ? next.next() : item);
        return new JsonArray(placed.toList());
    }

    private static @Nullable JsonValue identity(JsonValue item, String key) {
        return key.isEmpty() ? item : item instanceof JsonObject object ? object.get(key) : null;
    }

    private static IllegalArgumentException unknown(String directive) {
        return new IllegalArgumentException("Unknown patch type: " + directive);
    }
}

package dev.chartroom.apimachinery.patch;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch (apimachinery's util/strategicpatch): a merge patch with directives and merged lists. The
 * merged lists are those that every object of the core group has.
 */
public final class StrategicMergePatch {
    private static final String PATCH = "$patch";
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";
    private static final String ORDER = "$setElementOrder/";

    /** The member that identifies the items of each merged list; empty if the items are plain values. */
    private static final Map<String, String> MERGE_KEYS =
            Map.of("/metadata/finalizers", "", "/metadata/ownerReferences", "uid", "/status/conditions", "type");

    /** Represents all paths that cannot lead to a merged list. */
    private static final String ELSEWHERE = "-";

    private StrategicMergePatch() {}

    /**
     * Returns the patched object.
     *
     * @throws IllegalArgumentException if a directive is unknown, an item lacks its merge key, or large items are
     *     changed too often
     */
    public static JsonObject apply(JsonObject object, JsonObject patch) {
        return merged("", object, patch);
    }

    private static JsonObject merged(String path, JsonObject before, JsonObject patch) {
        Deadline.check();
        String directive = patch.stringOrEmpty(PATCH);
        return switch (directive) {
            case "", "merge" -> changed(path, before, patch);
            case "replace" -> patch.without(PATCH);
            case "delete" -> JsonObject.EMPTY;
            default -> throw unknown(directive);
        };
    }

    private static JsonObject changed(String path, JsonObject before, JsonObject patch) {
        Map<String, JsonValue> after = new LinkedHashMap<>(before.members());
        if (patch.has(RETAIN_KEYS)) {
            after.keySet()
                    .retainAll(new HashSet<>(patch.arrayOrEmpty(RETAIN_KEYS).strings()));
        }
        patch.members().forEach((name, change) -> {
            if (name.startsWith(DELETE_FROM_LIST) && change instanceof JsonArray values) {
                after.computeIfPresent(
                        name.substring(DELETE_FROM_LIST.length()), (_, list) -> without(list(list), values));
            }
        });
        patch.members().forEach((name, change) -> {
            if (change == JsonNull.NULL) {
                after.remove(name);
            } else if (!name.startsWith("$")) {
                after.put(name, value(below(path, name), after.get(name), change));
            }
        });
        patch.members().forEach((name, order) -> {
            String list = name.startsWith(ORDER) ? name.substring(ORDER.length()) : "";
            if (order instanceof JsonArray wanted) {
                String key = MERGE_KEYS.getOrDefault(below(path, list), "");
                after.computeIfPresent(list, (_, items) -> ordered(list(items), wanted, key));
            }
        });
        JsonObject.Builder object = JsonObject.builder();
        after.forEach(object::put);
        return object.build();
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

    /**
     * Returns the path of a member if the path can lead to a merged list, and {@link #ELSEWHERE} otherwise. The full
     * paths of all members would take space quadratic in the length of the names.
     */
    private static String below(String path, String name) {
        boolean isKnown = MERGE_KEYS.keySet().stream()
                .anyMatch(list -> list.startsWith(path + "/") && list.startsWith(name, path.length() + 1));
        return isKnown ? path + "/" + name : ELSEWHERE;
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
        MergedList after = new MergedList(replaces ? JsonArray.EMPTY : before, key);
        for (JsonObject patch : patches) {
            String directive = patch.stringOrEmpty(PATCH);
            if (directive.equals("replace")) {
                continue;
            }
            if (!(patch.get(key) instanceof JsonString identity)) {
                throw new IllegalArgumentException("map: " + patch + " does not contain declared merge key: " + key);
            }
            if (directive.equals("delete")) {
                after.remove(identity);
            } else {
                after.merge(identity, known -> merged(path, known, patch));
            }
        }
        return after.array();
    }

    /**
     * Sorts the items that {@code order} names. They exchange places among themselves; all other items stay in place.
     */
    private static JsonArray ordered(JsonArray items, JsonArray order, String key) {
        Map<JsonValue, List<JsonValue>> known = new HashMap<>();
        items.values().forEach(item -> {
            JsonValue identity = identity(item, key);
            if (identity != null) {
                known.computeIfAbsent(identity, _ -> new ArrayList<>()).add(item);
            }
        });
        List<JsonValue> wanted = order.values().stream()
                .map(each -> identity(each, key))
                .filter(Objects::nonNull)
                .distinct()
                .flatMap(each -> known.getOrDefault(each, List.of()).stream())
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

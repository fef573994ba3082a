package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of a release that the Application does not show: the platform's reserved keys, and fields that the kind's
 * schema does not have. As with a CustomResourceDefinition, clients of the Application do not see such fields, but Helm
 * does. A write to the Application therefore keeps hidden values. The write drops them only if it removes the object or
 * list around them, or if it changes a list item and also adds or removes items. Before that, {@link UnknownRemoval} can
 * remove fields that the schema does not have.
 */
final class HiddenValues {
    private HiddenValues() {}

    /** Returns the values of a release that the Application shows; null if there are none. */
    static @Nullable JsonObject without(Schema schema, @Nullable JsonValue values) {
        if (!(values instanceof JsonObject object)) {
            return null;
        }
        JsonObject.Builder shown = object.toBuilder();
        object.names().stream().filter(ReservedKeys::isReserved).forEach(shown::remove);
        return SchemaPruner.pruneKeepingNulls(schema, shown.build(), "spec");
    }

    /** Returns a release's spec with other values. The hidden values stay. */
    static JsonObject replaced(Schema schema, JsonObject releaseSpec, @Nullable JsonObject next) {
        JsonObject before = without(schema, releaseSpec.get("values"));
        if (before == null ? next == null : before.equals(next)) {
            return releaseSpec;
        }
        JsonObject values = members(
                releaseSpec.objectOrEmpty("values"),
                before == null ? JsonObject.EMPTY : before,
                next == null ? JsonObject.EMPTY : next);
        return next == null && values.isEmpty() ? releaseSpec.without("values") : releaseSpec.with("values", values);
    }

    /**
     * @param live the value with hidden values
     * @param shown the same value without hidden values
     * @param next the new value to show
     */
    private static JsonValue merged(@Nullable JsonValue live, @Nullable JsonValue shown, JsonValue next) {
        Deadline.check();
        if (live == null || next.equals(shown)) {
            return live == null ? next : live;
        }
        if (live instanceof JsonObject all && shown instanceof JsonObject before && next instanceof JsonObject after) {
            return members(all, before, after);
        }
        if (live instanceof JsonArray all && shown instanceof JsonArray before && next instanceof JsonArray after) {
            return items(all, before.values(), after);
        }
        return next;
    }

    private static JsonObject members(JsonObject live, JsonObject shown, JsonObject next) {
        JsonObject.Builder merged = JsonObject.builder();
        next.members().forEach((name, value) -> merged.put(name, merged(live.get(name), shown.get(name), value)));
        live.members().forEach((name, value) -> {
            if (!shown.has(name) && !next.has(name)) {
                merged.put(name, value);
            }
        });
        return merged.build();
    }

    private static JsonArray items(JsonArray live, List<JsonValue> shown, JsonArray next) {
        JsonValue[] merged = next.values().toArray(JsonValue[]::new);
        int[] origins = origins(shown, next.values());
        for (int i = 0; i < merged.length; i++) {
            if (origins[i] >= 0) {
                merged[i] = merged(live.get(origins[i]), shown.get(origins[i]), merged[i]);
            }
        }
        return JsonArray.of(merged);
    }

    /**
     * Returns, for each item of a changed list, the index of the old item whose hidden values it gets; -1 if there is
     * none. An unchanged item keeps its hidden values, even at another index. A changed item gets the hidden values of
     * the old item at its index only if both lists have the same length and the new list does not contain the old item.
     * Otherwise hidden values could move to another item.
     */
    static int[] origins(List<JsonValue> shown, List<JsonValue> next) {
        int[] origins = new int[next.size()];
        Map<JsonValue, Integer> places = places(shown);
        Set<JsonValue> after = new HashSet<>(next);
        for (int i = 0; i < origins.length; i++) {
            if (i < shown.size() && shown.get(i).equals(next.get(i))) {
                origins[i] = i;
            } else {
                boolean isSameLength = next.size() == shown.size();
                Integer place = places.get(next.get(i));
                origins[i] = place != null ? place : isSameLength && !after.contains(shown.get(i)) ? i : -1;
            }
        }
        return origins;
    }

    /** Returns the first index of each item. */
    private static Map<JsonValue, Integer> places(List<JsonValue> items) {
        Map<JsonValue, Integer> places = HashMap.newHashMap(items.size());
        for (int i = 0; i < items.size(); i++) {
            places.putIfAbsent(items.get(i), i);
        }
        return places;
    }
}

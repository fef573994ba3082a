package dev.chartroom.domain.conversion;

import dev.chartroom.domain.deadline.Deadline;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.schema.SchemaPruner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a release's values the Application does not show: the platform's reserved keys, and what its schema does not
 * know. As with a CustomResourceDefinition, nobody above sees the latter; but Helm does, so a write to the Application
 * leaves it where it is, unless it removes what it stands in, or changes an item of a list while others come or go.
 */
final class HiddenValues {
    private HiddenValues() {}

    /** What the Application shows of a release's values: null where there are none. */
    static @Nullable JsonObject without(Schema schema, @Nullable JsonValue values) {
        if (!(values instanceof JsonObject object)) {
            return null;
        }
        JsonObject.Builder shown = object.toBuilder();
        object.names().stream().filter(ReservedKeys::isReserved).forEach(shown::remove);
        return SchemaPruner.pruneKeepingNulls(schema, shown.build(), "spec");
    }

    /** A release's spec with other values, but for the hidden ones, which stay. */
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
     * @param live with what is hidden
     * @param shown the same without it
     * @param next what is to be shown instead
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

    /**
     * An item that is as it was is found again in another place. Of the others, one is what became of the item in its
     * place only where no item came or went and that one is nowhere else: whatever is hidden must not move to another.
     */
    private static JsonArray items(JsonArray live, List<JsonValue> shown, JsonArray next) {
        JsonValue[] merged = next.values().toArray(JsonValue[]::new);
        Map<JsonValue, Integer> places = places(shown);
        Set<JsonValue> after = new HashSet<>(next.values());
        for (int i = 0; i < merged.length; i++) {
            Integer place =
                    i < shown.size() && shown.get(i).equals(merged[i]) ? Integer.valueOf(i) : places.get(merged[i]);
            if (place != null) {
                merged[i] = live.get(place);
            } else if (merged.length == shown.size() && !after.contains(shown.get(i))) {
                merged[i] = merged(live.get(i), shown.get(i), merged[i]);
            }
        }
        return JsonArray.of(merged);
    }

    /** The first place of each item. */
    private static Map<JsonValue, Integer> places(List<JsonValue> items) {
        Map<JsonValue, Integer> places = HashMap.newHashMap(items.size());
        for (int i = 0; i < items.size(); i++) {
            places.putIfAbsent(items.get(i), i);
        }
        return places;
    }
}

package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a release that the schema of the stored version does not know, except for reserved keys. Clients do not
 * see these values, but can remove them. Immutable.
 *
 * @param shown the values that the Application shows
 * @param unknown the unknown values, inside the objects and lists that the Application shows. A list has a null for
 *     each item without unknown values
 * @param managedFields the managed fields of the release
 */
public record UnknownValues(JsonObject shown, JsonObject unknown, JsonArray managedFields) {
    /** No unknown values. */
    public static final UnknownValues NONE = new UnknownValues(JsonObject.EMPTY, JsonObject.EMPTY, JsonArray.EMPTY);

    /** @param spec the spec of the release's Application; null if it has none */
    public static UnknownValues of(JsonObject release, @Nullable JsonObject spec) {
        JsonObject values = release.objectOrEmpty("spec").objectOrEmpty("values");
        JsonObject.Builder unreserved = values.toBuilder();
        values.names().stream().filter(ReservedKeys::isReserved).forEach(unreserved::remove);
        JsonObject shown = spec == null ? JsonObject.EMPTY : spec;
        return difference(unreserved.build(), shown) instanceof JsonObject unknown
                ? new UnknownValues(
                        shown, unknown, release.objectOrEmpty("metadata").arrayOrEmpty("managedFields"))
                : NONE;
    }

    public boolean isEmpty() {
        return unknown.isEmpty();
    }

    /**
     * Starts a removal, which removes nothing yet.
     *
     * @param kind the kind in the version of the request
     */
    public UnknownRemoval removal(ApplicationKind kind) {
        return new UnknownRemoval(this, kind);
    }

    /**
     * Returns the part of a value that another value lacks; null if there is none.
     *
     * @param known the value without some members of its objects; null if it lacks the whole value
     */
    @SuppressWarnings("ReferenceEquality") // an unchanged value is often the same instance
    static @Nullable JsonValue difference(JsonValue all, @Nullable JsonValue known) {
        Deadline.check();
        if (known == null || all == known) {
            return known == null ? all : null;
        }
        if (all instanceof JsonObject object && known instanceof JsonObject other) {
            JsonObject.Builder different = JsonObject.builder();
            object.members().forEach((name, value) -> different.putIfPresent(name, difference(value, other.get(name))));
            JsonObject members = different.build();
            return members.isEmpty() ? null : members;
        }
        return all instanceof JsonArray array && known instanceof JsonArray other && array.size() == other.size()
                ? itemDifference(array, other)
                : null;
    }

    private static @Nullable JsonArray itemDifference(JsonArray all, JsonArray known) {
        List<JsonValue> items = new ArrayList<>(all.size());
        boolean isDifferent = false;
        for (int i = 0; i < all.size(); i++) {
            JsonValue item = difference(all.get(i), known.get(i));
            isDifferent |= item != null;
            items.add(item == null ? JsonNull.NULL : item);
        }
        return isDifferent ? new JsonArray(items) : null;
    }
}

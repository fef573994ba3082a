package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.evolution.ObjectChange.DefaultChange;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the defaults that differ between two definitions. A default is a value that an object shows but does not store.
 */
public final class DefaultChanges {
    private final List<DefaultChange> changes = new ArrayList<>();

    private DefaultChanges() {}

    /**
     * Returns the defaults that an object shows.
     *
     * @param stored the spec with all stored values
     * @param shown the same spec with defaults
     */
    public static List<DefaultChange> shown(JsonObject stored, JsonObject shown) {
        return between(stored, stored, shown);
    }

    /**
     * Returns the differences.
     *
     * @param stored the spec with all stored values
     * @param before the spec that the old definition shows, with defaults
     * @param after the spec that the new definition shows, with defaults
     */
    static List<DefaultChange> between(JsonObject stored, JsonObject before, JsonObject after) {
        DefaultChanges found = new DefaultChanges();
        found.compare("spec", stored, before, after);
        return found.changes;
    }

    private void compare(
            String path, @Nullable JsonValue stored, @Nullable JsonValue before, @Nullable JsonValue after) {
        if (before == null ? after == null : before.equals(after)) {
            return;
        }
        boolean isStored = stored != null && stored != JsonNull.NULL;
        if (before instanceof JsonObject previous && after instanceof JsonObject current) {
            JsonObject known = stored instanceof JsonObject object ? object : JsonObject.EMPTY;
            Set<String> names = new LinkedHashSet<>(previous.names());
            names.addAll(current.names());
            names.forEach(name -> compare(path + "." + name, known.get(name), previous.get(name), current.get(name)));
        } else if (isStored && before instanceof JsonArray previous && after instanceof JsonArray current) {
            JsonArray known = stored instanceof JsonArray array ? array : JsonArray.EMPTY;
            int items = Math.min(known.size(), Math.min(previous.size(), current.size()));
            for (int i = 0; i < items; i++) {
                compare(path + "[" + i + "]", known.get(i), previous.get(i), current.get(i));
            }
        } else if (!isStored) {
            changes.add(new DefaultChange(path, before, after));
        }
    }
}

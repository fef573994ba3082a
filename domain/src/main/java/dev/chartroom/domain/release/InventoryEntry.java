package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * An object that a release installed, as the release's inventory lists it.
 *
 * @param group empty for the core group
 */
public record InventoryEntry(String namespace, String name, String group, String kind) {

    /** Returns the readable entries in the status of a release. */
    public static List<InventoryEntry> of(JsonObject release) {
        return release.objectOrEmpty("status").objectOrEmpty("inventory").arrayOrEmpty("entries").objects().stream()
                .map(entry -> parse(entry.stringOrEmpty("id")))
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Reads an id such as {@code team-a_redis-cart_apps_Deployment}. A name with a colon has two underscores instead of
     * the colon.
     *
     * @return the entry; empty if the text is no id
     */
    public static Optional<InventoryEntry> parse(String id) {
        int namespace = id.indexOf('_');
        int kind = id.lastIndexOf('_');
        int group = kind <= 0 ? -1 : id.lastIndexOf('_', kind - 1);
        return namespace < 0 || group <= namespace
                ? Optional.empty()
                : Optional.of(new InventoryEntry(
                        id.substring(0, namespace),
                        id.substring(namespace + 1, group).replace("__", ":"),
                        id.substring(group + 1, kind),
                        id.substring(kind + 1)));
    }
}

package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GarbageCollectorFinalizers;
import dev.chartroom.domain.progress.Uninstallation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A list in the metadata of a release. Clients set only some of its entries through the Application, and an annotation
 * of the release records these entries. The Application neither shows nor changes the other entries, such as Flux's
 * finalizer.
 */
enum SharedList {
    FINALIZERS("finalizers", "application.finalizers") {
        @Override
        String id(JsonValue entry) {
            return entry instanceof JsonString(String name) ? name : "";
        }

        // The garbage collector can use either view, and must be able to remove its finalizers in both views.
        @Override
        boolean isOfBoth(String id) {
            return GarbageCollectorFinalizers.contains(id);
        }
    },
    OWNER_REFERENCES("ownerReferences", "application.owners") {
        @Override
        String id(JsonValue entry) {
            return entry instanceof JsonObject reference ? reference.stringOrEmpty("uid") : "";
        }
    };

    /**
     * This finalizer never belongs to the Application. If a client removed it, a release would be deleted without a
     * Helm uninstall.
     */
    private static final String FLUX_FINALIZER = Uninstallation.FLUX_FINALIZER;

    private final String field;
    private final String annotation;

    SharedList(String field, String annotation) {
        this.field = field;
        this.annotation = annotation;
    }

    /** Returns the identity of an entry. */
    abstract String id(JsonValue entry);

    /** Returns whether an entry belongs to both the Application and the release, whichever client set it. */
    boolean isOfBoth(String id) {
        return false;
    }

    /** Returns the entries that the Application shows, in the release's order. */
    JsonArray shown(String group, JsonObject metadata) {
        Set<String> recorded = recorded(group, metadata);
        List<JsonValue> shown = new ArrayList<>();
        for (JsonValue entry : metadata.arrayOrEmpty(field)) {
            if (recorded.contains(id(entry)) || isOfBoth(id(entry))) {
                shown.add(entry);
            }
        }
        return new JsonArray(shown);
    }

    /**
     * Returns the release's metadata with the Application's entries replaced. An entry that a client added directly to
     * the release stays as it is, even if the Application also has this entry.
     */
    JsonObject replaced(String group, JsonObject metadata, JsonArray next) {
        if (shown(group, metadata).equals(next)) {
            return metadata;
        }
        Set<String> before = recorded(group, metadata);
        Map<String, JsonValue> wanted = new LinkedHashMap<>();
        next.forEach(entry -> wanted.putIfAbsent(id(entry), entry));
        wanted.remove(FLUX_FINALIZER);
        List<JsonValue> entries = new ArrayList<>();
        Set<String> own = new LinkedHashSet<>();
        for (JsonValue entry : metadata.arrayOrEmpty(field)) {
            String id = id(entry);
            JsonValue replacement = wanted.remove(id);
            if (!before.contains(id) && !isOfBoth(id)) {
                entries.add(entry);
            } else if (replacement != null) {
                entries.add(replacement);
                own.add(id);
            }
        }
        entries.addAll(wanted.values());
        own.addAll(wanted.keySet());
        own.removeIf(this::isOfBoth);
        return record(group, with(metadata, field, new JsonArray(entries)), own);
    }

    private Set<String> recorded(String group, JsonObject metadata) {
        return NameList.parse(metadata.objectOrEmpty("annotations").stringOrEmpty(group + "/" + annotation));
    }

    private JsonObject record(String group, JsonObject metadata, Set<String> own) {
        String key = group + "/" + annotation;
        JsonObject annotations = metadata.objectOrEmpty("annotations");
        JsonObject recorded =
                own.isEmpty() ? annotations.without(key) : annotations.with(key, new JsonString(NameList.format(own)));
        return ReleaseConverter.withMember(metadata, "annotations", recorded);
    }

    private static JsonObject with(JsonObject metadata, String field, JsonArray entries) {
        return entries.isEmpty() ? metadata.without(field) : metadata.with(field, entries);
    }
}

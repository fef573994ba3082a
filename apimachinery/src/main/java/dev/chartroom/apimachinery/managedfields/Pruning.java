package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.typed.FieldType;
import dev.chartroom.apimachinery.managedfields.typed.NamedFields;
import dev.chartroom.apimachinery.managedfields.typed.TypedFields;
import dev.chartroom.apimachinery.managedfields.typed.TypedRemoval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Removes the fields that an applier applied before and leaves out now, unless another manager owns them. Each
 * manager's fields are compared in the version of its entry.
 */
final class Pruning {
    private final VersionedTypes types;
    private final String apiVersion;

    /** @param apiVersion the version of the objects */
    Pruning(VersionedTypes types, String apiVersion) {
        this.types = types;
        this.apiVersion = apiVersion;
    }

    /**
     * @param merged the live object with the configuration merged in
     * @param owners the entries of all managers, including the applier's new one
     * @param before the applier's previous entry
     */
    JsonObject prune(JsonObject merged, ManagedFields owners, ManagedFieldsEntry before) {
        if (before.fields().isEmpty()) {
            return merged;
        }
        String version = before.apiVersion();
        FieldType type = types.type(version);
        JsonObject whole = types.convert(merged, apiVersion, version, null);
        FieldSet last = NamedFields.included(before.fields(), type);
        FieldSet all = fields(whole, version);
        JsonObject withOwned =
                withOwned(merged, TypedRemoval.remove(type, whole, last), version, owned(owners, version));
        // Other fields can become empty, too. The intersection ensures that only fields of the applier are removed.
        JsonObject pruned = TypedRemoval.remove(
                type, whole, all.difference(fields(withOwned, version)).intersection(last));
        return types.convert(pruned, version, apiVersion, merged);
    }

    /**
     * Restores the removed fields that a manager owns. Processes one version after the other and begins with the
     * version of {@code pruned}.
     */
    private JsonObject withOwned(JsonObject merged, JsonObject pruned, String version, Map<String, FieldSet> owned) {
        JsonObject left = pruned;
        String at = version;
        for (Map.Entry<String, FieldSet> ofVersion : owned.entrySet()) {
            String next = ofVersion.getKey();
            JsonObject whole = types.convert(merged, apiVersion, next, null);
            left = types.convert(left, at, next, whole);
            at = next;
            left = TypedRemoval.remove(
                    types.type(next),
                    whole,
                    fields(whole, next).difference(fields(left, next).union(ofVersion.getValue())));
        }
        return types.convert(left, at, version, types.convert(merged, apiVersion, version, null));
    }

    private Map<String, FieldSet> owned(ManagedFields owners, String first) {
        Map<String, List<FieldSet>> ofManagers = new LinkedHashMap<>();
        ofManagers.put(first, new ArrayList<>());
        owners.entries()
                .forEach(entry -> ofManagers
                        .computeIfAbsent(entry.apiVersion(), _ -> new ArrayList<>())
                        .add(NamedFields.included(entry.fields(), types.type(entry.apiVersion()))));
        Map<String, FieldSet> owned = new LinkedHashMap<>();
        ofManagers.forEach((version, sets) -> owned.put(version, FieldSet.union(sets)));
        return owned;
    }

    private FieldSet fields(JsonObject object, String version) {
        FieldType type = types.type(version);
        return NamedFields.included(TypedFields.of(type, object), type);
    }
}

package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonObject;

/** Removes what an applier applied before and now leaves out, unless somebody else owns it. */
final class Pruning {
    private final FieldType type;

    Pruning(FieldType type) {
        this.type = type;
    }

    /**
     * @param merged the live object with the configuration merged in
     * @param owners the entries of all managers, with the new one of the applier
     * @param before what the applier owned until now
     */
    JsonObject prune(JsonObject merged, ManagedFields owners, FieldSet before) {
        if (before.isEmpty()) {
            return merged;
        }
        FieldSet last = named(before);
        FieldSet all = named(TypedFields.of(type, merged));
        JsonObject withoutLast = TypedRemoval.remove(type, merged, last);
        JsonObject withOwned = TypedRemoval.remove(
                type, merged, all.difference(fields(withoutLast).union(owned(owners))));
        // What only became empty by this was not the applier's to remove.
        return TypedRemoval.remove(
                type, merged, all.difference(fields(withOwned)).intersection(last));
    }

    private FieldSet owned(ManagedFields owners) {
        return named(owners.entries().stream().map(ManagedFieldsEntry::fields).reduce(FieldSet.EMPTY, FieldSet::union));
    }

    private FieldSet fields(JsonObject object) {
        return named(TypedFields.of(type, object));
    }

    private FieldSet named(FieldSet set) {
        return NamedFields.included(set, type);
    }
}

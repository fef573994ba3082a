package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import dev.chartroom.apimachinery.managedfields.typed.FieldSetReconciler;
import dev.chartroom.apimachinery.managedfields.typed.FieldType;
import dev.chartroom.apimachinery.managedfields.typed.TypedException;
import dev.chartroom.apimachinery.managedfields.typed.TypedFields;
import dev.chartroom.apimachinery.managedfields.typed.TypedMerge;
import dev.chartroom.apimachinery.managedfields.typed.TypedValidation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the owners after a write of whole objects in one API version, like structured-merge-diff's Updater. Throws a
 * {@link TypedException} if an object does not fit the type.
 */
final class Ownership {
    /** Fields that no manager owns (wire contract F9). */
    private static final FieldSet STRIPPED = paths(
            List.of("apiVersion"),
            List.of("kind"),
            List.of("metadata"),
            List.of("metadata", "name"),
            List.of("metadata", "namespace"),
            List.of("metadata", "creationTimestamp"),
            List.of("metadata", "selfLink"),
            List.of("metadata", "uid"),
            List.of("metadata", "clusterName"),
            List.of("metadata", "generation"),
            List.of("metadata", "managedFields"),
            List.of("metadata", "resourceVersion"));

    private static final FieldSet RESET_BY_MAIN = paths(List.of("status"));
    private static final FieldSet RESET_BY_STATUS = paths(List.of("metadata"), List.of("spec"));

    private final VersionedTypes types;
    private final FieldType type;
    private final String apiVersion;
    private final Pruning pruning;

    /** @param apiVersion the version in which objects are written */
    Ownership(VersionedTypes types, String apiVersion) {
        this.types = types;
        this.type = types.type(apiVersion);
        this.apiVersion = apiVersion;
        this.pruning = new Pruning(types, apiVersion);
    }

    /** The result of an update: the entries without the changed fields, and the fields that the updater now owns. */
    record Updated(ManagedFields others, FieldSet own) {}

    /** An object with its owners. */
    record Applied(JsonObject object, ManagedFields managed) {}

    Updated update(JsonObject live, JsonObject next, ManagedFields managed, String subresource) {
        TypedValidation.check(type, next, true);
        TypedValidation.check(type, live, true);
        VersionedChanges changes = changes(live, next, subresource);
        return new Updated(
                taken(reconciled(managed), changes, null),
                changes.written(apiVersion).difference(STRIPPED));
    }

    /** @throws ConflictException if the apply is not forced and changes fields of other managers */
    Applied apply(JsonObject live, JsonObject configuration, ManagedFields before, ManagerId applier, boolean force) {
        ManagedFields managed = reconciled(before);
        ManagedFieldsEntry last = managed.get(applier);
        FieldSet applied = TypedFields.of(type, configuration).without(reset(applier.subresource()));
        ManagedFields claimed =
                managed.with(new ManagedFieldsEntry(applier, apiVersion, applied, last == null ? null : last.time()));
        JsonObject merged = TypedMerge.merge(type, live, configuration);
        JsonObject object = last == null ? merged : pruning.prune(merged, claimed, last);
        VersionedChanges changes = changes(live, object, applier.subresource());
        if (!force) {
            refuseConflicts(claimed, changes, applier);
        }
        ManagedFields owners = taken(claimed, changes, applier)
                .mapFields(entry -> entry.id().equals(applier), fields -> fields.difference(STRIPPED));
        return new Applied(object, owners);
    }

    private VersionedChanges changes(JsonObject live, JsonObject next, String subresource) {
        return new VersionedChanges(types, apiVersion, live, next, reset(subresource));
    }

    /** Returns the fields that a write through this subresource cannot change. */
    private static FieldSet reset(String subresource) {
        return subresource.equals("status") ? RESET_BY_STATUS : RESET_BY_MAIN;
    }

    private ManagedFields reconciled(ManagedFields managed) {
        return managed.mapEntries(
                entry -> FieldSetReconciler.reconciled(entry.fields(), types.type(entry.apiVersion())));
    }

    private static ManagedFields taken(ManagedFields managed, VersionedChanges changes, @Nullable ManagerId writer) {
        return managed.mapEntries(entry -> {
            return entry.id().equals(writer)
                    ? entry.fields()
                    : entry.fields().difference(changes.changed(entry.apiVersion()));
        });
    }

    private static void refuseConflicts(ManagedFields managed, VersionedChanges changes, ManagerId applier) {
        List<Conflict> conflicts = new ArrayList<>();
        for (ManagedFieldsEntry entry : managed.entries()) {
            if (!entry.id().equals(applier)) {
                entry.fields()
                        .intersection(changes.written(entry.apiVersion()))
                        .forEach(field -> conflicts.add(new Conflict(entry.id(), field)));
            }
        }
        if (!conflicts.isEmpty()) {
            throw new ConflictException(conflicts);
        }
    }

    @SafeVarargs
    private static FieldSet paths(List<String>... paths) {
        FieldSet set = FieldSet.EMPTY;
        for (List<String> path : paths) {
            FieldSet below = FieldSet.EMPTY;
            boolean member = true;
            for (String name : path.reversed()) {
                below = FieldSet.of(List.of(new FieldSet.Node(new PathElement.Field(name), member, below)));
                member = false;
            }
            set = set.union(below);
        }
        return set;
    }
}

package dev.chartroom.domain.managedfields;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the number of updaters at ten: the oldest ones share the entry {@code ancient-changes} of their version. */
final class AncientChanges {
    private static final int UPDATERS = 10;
    private static final Comparator<ManagedFieldsEntry> OLDEST_FIRST =
            Comparator.comparingLong(ManagedFieldsEntry::seconds).thenComparing(ManagedFieldsEntry::id);

    private AncientChanges() {}

    static ManagedFields capped(ManagedFields managed) {
        List<ManagedFieldsEntry> updaters = managed.entries().stream()
                .filter(entry -> !entry.id().applied())
                .sorted(OLDEST_FIRST)
                .toList();
        int tooMany = updaters.size() - UPDATERS;
        Map<String, ManagerId> firstOfVersion = new HashMap<>();
        for (ManagedFieldsEntry updater : updaters) {
            if (tooMany <= 0) {
                break;
            }
            ManagerId first = firstOfVersion.putIfAbsent(updater.apiVersion(), updater.id());
            if (first != null) {
                managed = merged(managed, first, updater);
                tooMany--;
            }
        }
        return managed;
    }

    /** The bucket takes the first of its version only when there is a second one, and the time of the latest. */
    private static ManagedFields merged(ManagedFields managed, ManagerId first, ManagedFieldsEntry updater) {
        ManagerId bucket = ManagerId.updater("ancient-changes", updater.apiVersion(), "");
        ManagedFieldsEntry ancient = managed.get(bucket);
        if (ancient == null) {
            ancient = managed.get(first);
            managed = managed.without(first);
        }
        FieldSet fields = ancient == null ? FieldSet.EMPTY : ancient.fields();
        return managed.with(new ManagedFieldsEntry(
                        bucket, updater.apiVersion(), updater.fields().union(fields), updater.time()))
                .without(updater.id());
    }
}

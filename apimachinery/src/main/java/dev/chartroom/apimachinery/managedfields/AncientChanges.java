package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * If an object has more than ten Update entries, merges the oldest entries of each API version into one entry,
 * {@code ancient-changes}.
 */
final class AncientChanges {
    private static final int UPDATERS = 10;
    private static final Comparator<ManagedFieldsEntry> OLDEST_FIRST =
            Comparator.comparingLong(ManagedFieldsEntry::seconds).thenComparing(ManagedFieldsEntry::id);

    private final Map<ManagerId, ManagedFieldsEntry> entries = new TreeMap<>();
    /** The field sets of each bucket. {@link #result} unites them once, at the end. */
    private final Map<ManagerId, List<FieldSet>> buckets = new TreeMap<>();

    private AncientChanges(ManagedFields managed) {
        managed.entries().forEach(entry -> entries.put(entry.id(), entry));
    }

    static ManagedFields capped(ManagedFields managed) {
        List<ManagedFieldsEntry> updaters = managed.entries().stream()
                .filter(entry -> !entry.id().applied())
                .sorted(OLDEST_FIRST)
                .toList();
        int tooMany = updaters.size() - UPDATERS;
        AncientChanges changes = new AncientChanges(managed);
        Map<String, ManagerId> firstOfVersion = new HashMap<>();
        for (ManagedFieldsEntry updater : updaters) {
            if (tooMany <= 0) {
                break;
            }
            ManagerId first = firstOfVersion.putIfAbsent(updater.apiVersion(), updater.id());
            if (first != null) {
                changes.merge(first, updater);
                tooMany--;
            }
        }
        return changes.buckets.isEmpty() ? managed : changes.result();
    }

    /**
     * Merges an entry into the bucket of its version. A new bucket starts with the first entry of the version. The
     * bucket gets the time of the newest entry.
     */
    private void merge(ManagerId first, ManagedFieldsEntry updater) {
        ManagerId bucket = ManagerId.updater("ancient-changes", updater.apiVersion(), "");
        List<FieldSet> fields = buckets.computeIfAbsent(bucket, _ -> new ArrayList<>());
        if (fields.isEmpty()) {
            ManagedFieldsEntry ancient = entries.containsKey(bucket) ? entries.get(bucket) : entries.remove(first);
            fields.add(ancient == null ? FieldSet.EMPTY : ancient.fields());
        }
        fields.add(updater.fields());
        entries.put(bucket, new ManagedFieldsEntry(bucket, updater.apiVersion(), FieldSet.EMPTY, updater.time()));
        entries.remove(updater.id());
        if (bucket.equals(updater.id())) {
            fields.clear();
        }
    }

    private ManagedFields result() {
        buckets.forEach((bucket, fields) ->
                entries.computeIfPresent(bucket, (_, entry) -> entry.withFields(FieldSet.union(fields))));
        return ManagedFields.of(entries.values());
    }
}

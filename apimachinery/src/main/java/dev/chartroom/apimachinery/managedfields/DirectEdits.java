package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object is stored inside another object, the storing object. This class joins the managed fields of both objects.
 * Other managers can change the storing object directly. Such a change removes the changed field from its previous
 * owners, as any update does.
 */
public final class DirectEdits {
    private DirectEdits() {}

    /**
     * Returns the entries to show on the object.
     *
     * @param recorded the entries that were recorded for the object itself; null if the object was never written
     *     through its own kind
     * @param stored the entries of the storing object; their paths begin at the root of the object inside it
     * @param writer the manager that writes the storing object if the object is written through its own kind. The
     *     fields that this manager wrote are fields of the object. {@code recorded} contains all changes before the
     *     last write of this manager
     * @throws IllegalArgumentException if {@code recorded} is malformed
     */
    public static JsonArray shown(@Nullable JsonArray recorded, JsonArray stored, String writer) {
        if (recorded != null && stored.values().stream().allMatch(entry -> isOf(writer, entry))) {
            return recorded;
        }
        List<ManagedFieldsEntry> direct = new ArrayList<>();
        List<FieldSet> ofWriter = new ArrayList<>();
        Instant last = Instant.MIN;
        for (ManagedFieldsEntry entry : ManagedFieldsReader.read(stored).entries()) {
            if (!entry.id().manager().equals(writer)) {
                direct.add(entry);
            } else {
                ofWriter.add(entry.fields());
                last = entry.time() != null && entry.time().isAfter(last) ? entry.time() : last;
            }
        }
        if (recorded == null) {
            return encoded(ManagedFields.of(direct));
        }
        ManagedFields own = ManagedFieldsReader.read(recorded);
        FieldSet written = FieldSet.union(ofWriter);
        Map<ManagerId, ManagedFieldsEntry> edits = edits(direct, own, written, last);
        return edits.isEmpty() ? recorded : encoded(joined(own, edits, written));
    }

    /** Returns the fields of the storing object that other managers changed since the writer's last write. */
    private static Map<ManagerId, ManagedFieldsEntry> edits(
            List<ManagedFieldsEntry> direct, ManagedFields own, FieldSet written, Instant last) {
        Map<ManagerId, ManagedFieldsEntry> edits = new LinkedHashMap<>();
        for (ManagedFieldsEntry entry : direct) {
            ManagedFieldsEntry known = own.get(entry.id());
            FieldSet fields = entry.fields().difference(written);
            fields = known == null ? fields : fields.difference(known.fields());
            if (!fields.isEmpty() && (entry.time() == null || !entry.time().isBefore(last))) {
                edits.put(entry.id(), entry.withFields(fields));
            }
        }
        return edits;
    }

    private static ManagedFields joined(ManagedFields own, Map<ManagerId, ManagedFieldsEntry> edits, FieldSet written) {
        FieldSet edited = FieldSet.union(
                edits.values().stream().map(ManagedFieldsEntry::fields).toList());
        FieldSet unownedLeaves = unownedLeaves(edited, written);
        List<ManagedFieldsEntry> joined = new ArrayList<>(own.mapFields(
                        entry -> !edits.containsKey(entry.id()),
                        fields -> fields.difference(edited).without(unownedLeaves))
                .entries());
        for (ManagedFieldsEntry edit : edits.values()) {
            ManagedFieldsEntry known = own.get(edit.id());
            joined.add(known == null ? edit : edit.withFields(known.fields().union(edit.fields())));
        }
        return ManagedFields.of(joined);
    }

    /**
     * Returns the edited leaves, except a leaf that the writer owns or below which the writer owns a field. Recorded
     * owners lose all fields below such a leaf. The storing object has no schema, so each of its lists is a single
     * field.
     */
    private static FieldSet unownedLeaves(FieldSet edited, FieldSet written) {
        List<FieldSet.Node> unownedLeaves = new ArrayList<>();
        for (FieldSet.Node node : edited.nodes()) {
            FieldSet.Node other = written.node(node.element());
            if (!node.children().isEmpty()) {
                unownedLeaves.add(new FieldSet.Node(
                        node.element(),
                        false,
                        unownedLeaves(node.children(), other == null ? FieldSet.EMPTY : other.children())));
            } else if (other == null) {
                unownedLeaves.add(node);
            }
        }
        return FieldSet.of(unownedLeaves);
    }

    private static boolean isOf(String manager, JsonValue entry) {
        return entry instanceof JsonObject object
                && object.stringOrEmpty("manager").equals(manager);
    }

    private static JsonArray encoded(ManagedFields fields) {
        return fields.on(JsonObject.EMPTY).objectOrEmpty("metadata").arrayOrEmpty("managedFields");
    }
}

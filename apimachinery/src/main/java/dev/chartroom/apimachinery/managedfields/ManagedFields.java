package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The entries of an object, sorted by manager. Immutable. */
final class ManagedFields {
    static final ManagedFields NONE = new ManagedFields(new TreeMap<>());

    private final Map<ManagerId, ManagedFieldsEntry> entries;

    private ManagedFields(Map<ManagerId, ManagedFieldsEntry> entries) {
        this.entries = Collections.unmodifiableMap(entries);
    }

    /** If two entries have the same manager, the later one wins. */
    static ManagedFields of(Iterable<ManagedFieldsEntry> entries) {
        Map<ManagerId, ManagedFieldsEntry> byManager = new TreeMap<>();
        entries.forEach(entry -> byManager.put(entry.id(), entry));
        return new ManagedFields(byManager);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    Collection<ManagedFieldsEntry> entries() {
        return entries.values();
    }

    @Nullable
    ManagedFieldsEntry get(ManagerId manager) {
        return entries.get(manager);
    }

    ManagedFields with(ManagedFieldsEntry entry) {
        Map<ManagerId, ManagedFieldsEntry> changed = new TreeMap<>(entries);
        changed.put(entry.id(), entry);
        return new ManagedFields(changed);
    }

    ManagedFields without(ManagerId manager) {
        Map<ManagerId, ManagedFieldsEntry> changed = new TreeMap<>(entries);
        changed.remove(manager);
        return new ManagedFields(changed);
    }

    ManagedFields filter(Predicate<ManagedFieldsEntry> stays) {
        return of(entries.values().stream().filter(stays).toList());
    }

    /** Replaces the fields of every entry. Drops entries without fields. */
    ManagedFields mapEntries(Function<ManagedFieldsEntry, FieldSet> change) {
        return of(entries.values().stream()
                .map(entry -> entry.withFields(change.apply(entry)))
                .filter(entry -> !entry.fields().isEmpty())
                .toList());
    }

    /** Replaces the fields of some entries. Drops entries without fields. */
    ManagedFields mapFields(Predicate<ManagedFieldsEntry> of, UnaryOperator<FieldSet> change) {
        return mapEntries(entry -> of.test(entry) ? change.apply(entry.fields()) : entry.fields());
    }

    /**
     * Returns the object with these entries in {@code metadata.managedFields}. If there are no entries, the object
     * lacks this field.
     */
    JsonObject on(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        if (isEmpty()) {
            return metadata.has("managedFields") ? object.with("metadata", metadata.without("managedFields")) : object;
        }
        JsonArray encoded = new JsonArray(entries.values().stream()
                .sorted(ManagedFieldsEntry.WIRE_ORDER)
                .<JsonValue>map(ManagedFieldsEntry::toJson)
                .toList());
        return object.with("metadata", metadata.with("managedFields", encoded));
    }
}

package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.typed.TypedException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Computes the entries after a create, an update, or a patch other than apply. */
record UpdateOperation(Ownership ownership, VersionedTypes types, String apiVersion) {

    /**
     * Returns the entries before the write: none if the request resets them; the entries of the request if they are
     * valid; otherwise, the entries of the live object.
     */
    ManagedFields before(JsonObject live, JsonObject next, String subresource) {
        JsonArray sent = subresource.isEmpty() ? ManagedFieldsReader.raw(next) : JsonArray.EMPTY;
        if (ManagedFieldsReader.isReset(sent)) {
            return ManagedFields.NONE;
        }
        ManagedFields read = read(sent);
        return read.isEmpty() ? live(live) : read;
    }

    /** Returns the entries of an object. Leaves out entries of API versions that the kind does not have. */
    ManagedFields live(JsonObject object) {
        return read(ManagedFieldsReader.raw(object)).filter(entry -> types.has(entry.apiVersion()));
    }

    /** @throws TypedException if an object does not fit the kind, or the kind does not have the version of an entry */
    ManagedFields after(
            JsonObject live, JsonObject next, ManagedFields managed, String manager, String subresource, Instant now) {
        for (ManagedFieldsEntry entry : managed.entries()) {
            if (!types.has(entry.apiVersion())) {
                throw new TypedException("request to convert CR to an invalid group/version: " + entry.apiVersion());
            }
        }
        Ownership.Updated updated = ownership.update(withoutEmpty(live), withoutEmpty(next), managed, subresource);
        if (updated.own().isEmpty()) {
            return AncientChanges.capped(updated.others());
        }
        ManagerId id = ManagerId.updater(manager.isEmpty() ? "unknown" : manager, apiVersion, subresource);
        @Nullable ManagedFieldsEntry previous = updated.others().get(id);
        FieldSet fields = previous == null ? updated.own() : updated.own().union(previous.fields());
        return AncientChanges.capped(updated.others()
                .with(new ManagedFieldsEntry(id, apiVersion, fields, now.truncatedTo(ChronoUnit.SECONDS))));
    }

    /** Removes nulls, empty lists and empty maps from metadata, as upstream's decoding does. */
    private static JsonObject withoutEmpty(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        JsonObject.Builder left = metadata.toBuilder();
        metadata.members().forEach((name, value) -> {
            if (value == JsonNull.NULL
                    || value instanceof JsonObject map && map.isEmpty()
                    || value instanceof JsonArray list && list.isEmpty()) {
                left.remove(name);
            }
        });
        return metadata.isEmpty() ? object : object.with("metadata", left.build());
    }

    private static ManagedFields read(JsonArray managedFields) {
        try {
            return ManagedFieldsReader.read(managedFields);
        } catch (IllegalArgumentException _) {
            return ManagedFields.NONE;
        }
    }
}

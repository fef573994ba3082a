package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Who owns what after a create, an update or a patch that is no apply. */
record UpdateOperation(Ownership ownership, VersionedTypes types, String apiVersion) {

    /** The entries to start from: what the client says of them if that makes sense, otherwise those of the object. */
    ManagedFields before(JsonObject live, JsonObject next, String subresource) {
        JsonArray sent = subresource.isEmpty() ? ManagedFieldsReader.raw(next) : JsonArray.EMPTY;
        if (ManagedFieldsReader.isReset(sent)) {
            return ManagedFields.NONE;
        }
        ManagedFields read = read(sent);
        return read.isEmpty() ? live(live) : read;
    }

    /** The entries of an object, but for those of an API version that there is not: nobody can tell what they mean. */
    ManagedFields live(JsonObject object) {
        return read(ManagedFieldsReader.raw(object)).filter(entry -> types.has(entry.apiVersion()));
    }

    /** @throws TypedException where an object does not fit the kind, or an entry is of a version that there is not */
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

    /** Metadata has no empty lists and maps, whatever a client sends. */
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

package dev.chartroom.domain.audit;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.meta.ObjectsOf;

/** Prepares objects for events. */
public final class RecordedObjects {
    private RecordedObjects() {}

    /** Removes the managed fields from an object, or from the objects of a list or a table. */
    public static JsonValue withoutManagedFields(JsonValue value) {
        return value instanceof JsonObject answer
                ? new ObjectsOf(answer).changed(RecordedObjects::withoutManagedFields)
                : value;
    }

    private static JsonObject withoutManagedFields(JsonObject object) {
        return object.get("metadata") instanceof JsonObject metadata
                ? object.with("metadata", metadata.without("managedFields"))
                : object;
    }
}

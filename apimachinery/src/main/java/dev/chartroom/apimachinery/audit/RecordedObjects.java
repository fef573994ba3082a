package dev.chartroom.apimachinery.audit;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectsOf;

/** Prepares objects for events. */
public final class RecordedObjects {
    private RecordedObjects() {}

    /** Removes the managed fields from an object, or from the objects of a list or a table. */
    public static JsonValue withoutManagedFields(JsonValue value) {
        return value instanceof JsonObject response
                ? new ObjectsOf(response).changed(RecordedObjects::withoutManagedFields)
                : value;
    }

    private static JsonObject withoutManagedFields(JsonObject object) {
        return object.get("metadata") instanceof JsonObject metadata
                ? object.with("metadata", metadata.without("managedFields"))
                : object;
    }
}

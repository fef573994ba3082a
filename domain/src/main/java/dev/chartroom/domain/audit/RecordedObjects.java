package dev.chartroom.domain.audit;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;

/** Objects as events show them. */
public final class RecordedObjects {
    private RecordedObjects() {}

    /** An object without its managed fields, and likewise the objects of a list or a table. */
    public static JsonValue withoutManagedFields(JsonValue value) {
        if (!(value instanceof JsonObject object)) {
            return value;
        }
        JsonObject changed = object;
        if (object.get("metadata") instanceof JsonObject metadata) {
            changed = changed.with("metadata", metadata.without("managedFields"));
        }
        if (object.get("items") instanceof JsonArray items) {
            changed = changed.with("items", items.map(RecordedObjects::withoutManagedFields));
        }
        if (object.get("rows") instanceof JsonArray rows) {
            changed = changed.with("rows", rows.map(RecordedObjects::row));
        }
        return changed;
    }

    private static JsonValue row(JsonValue row) {
        return row instanceof JsonObject columns && columns.get("object") instanceof JsonObject object
                ? columns.with("object", withoutManagedFields(object))
                : row;
    }
}

package dev.chartroom.conformance.answer;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Normalises the order of managed fields, which is by operation, time, manager, version and subresource (wire contract
 * F9). So the order of two managers depends on whether a second ended between their writes. Entries in that order are
 * sorted independently of the clock. Other entries keep their order, so that the comparison fails.
 */
final class ManagedFieldsOrder {
    private static final Comparator<JsonObject> SETTLED = by("operation")
            .thenComparing(by("manager"))
            .thenComparing(by("apiVersion"))
            .thenComparing(by("subresource"));
    private static final Comparator<JsonObject> UPSTREAM =
            by("operation").thenComparing(by("time")).thenComparing(SETTLED);

    private ManagedFieldsOrder() {}

    /** Sorts the entries without their times, if they were in upstream's order. */
    static JsonValue settled(JsonValue managedFields) {
        if (!(managedFields instanceof JsonArray array)) {
            return managedFields;
        }
        List<JsonObject> entries = new ArrayList<>();
        for (JsonValue entry : array) {
            if (!(entry instanceof JsonObject object)) {
                return managedFields;
            }
            if (!entries.isEmpty() && UPSTREAM.compare(entries.getLast(), object) > 0) {
                return managedFields;
            }
            entries.add(object);
        }
        entries.sort(SETTLED);
        return new JsonArray(List.copyOf(entries));
    }

    private static Comparator<JsonObject> by(String field) {
        return Comparator.comparing(entry -> entry.stringOrEmpty(field));
    }
}

package dev.chartroom.domain.table;

import dev.chartroom.domain.json.JsonObject;

/**
 * A column of a meta.k8s.io/v1 Table (wire contract E5).
 *
 * @param name kubectl prints it in capitals
 * @param type {@code string}, {@code integer}, {@code number}, {@code boolean} or {@code date}
 * @param format {@code name} for the column that names the object, otherwise mostly empty
 * @param priority 0 for a column that is always shown, above that for one of {@code kubectl get -o wide}
 */
public record TableColumn(String name, String type, String format, String description, int priority) {

    /** The column as {@code columnDefinitions} of a Table have it. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("name", name)
                .put("type", type)
                .put("format", format)
                .put("description", description)
                .put("priority", priority)
                .build();
    }

    /** This column, with another description where it has none. */
    TableColumn describedOr(String other) {
        return description.isEmpty() ? new TableColumn(name, type, format, other, priority) : this;
    }

    /** What a column may hold, as a CustomResourceDefinition has it. */
    public enum Type {
        INTEGER,
        NUMBER,
        STRING,
        BOOLEAN,
        DATE
    }
}

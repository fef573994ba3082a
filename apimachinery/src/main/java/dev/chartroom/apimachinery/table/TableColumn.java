package dev.chartroom.apimachinery.table;

import dev.chartroom.apimachinery.json.JsonObject;

/**
 * A column of a meta.k8s.io/v1 Table (wire contract E5).
 *
 * @param name the name, which kubectl prints in capitals
 * @param type {@code string}, {@code integer}, {@code number}, {@code boolean} or {@code date}
 * @param format {@code name} for the column of the object's name, otherwise mostly empty
 * @param priority 0 for a column that is always printed; above 0 for a column that only {@code kubectl get -o wide}
 *     prints
 */
public record TableColumn(String name, String type, String format, String description, int priority) {

    /** Returns the column in the form of a Table's {@code columnDefinitions}. */
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("name", name)
                .put("type", type)
                .put("format", format)
                .put("description", description)
                .put("priority", priority)
                .build();
    }

    /** Returns this column. If it has no description, the result has the given one. */
    TableColumn describedOr(String other) {
        return description.isEmpty() ? new TableColumn(name, type, format, other, priority) : this;
    }

    /** The types of a column, as in a CustomResourceDefinition. */
    public enum Type {
        INTEGER,
        NUMBER,
        STRING,
        BOOLEAN,
        DATE
    }
}

package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.table.TableColumn;
import java.util.List;

/**
 * The content of a read-only subresource.
 *
 * @param object the content with {@code apiVersion}, {@code kind} and the object's {@code metadata}
 * @param columns the columns of the content as a table, whose first column is a name
 * @param rows the cells of each row, in the order of the columns
 */
public record ViewedApplication(JsonObject object, List<TableColumn> columns, List<List<JsonValue>> rows) {
    public ViewedApplication {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}

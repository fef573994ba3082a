package dev.chartroom.apimachinery.table;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import java.util.Locale;

/**
 * A column that a definition declares.
 *
 * @param column the column, whose type is a {@link TableColumn.Type}
 * @param source the source of the column's value in an object
 */
public record PrinterColumn(TableColumn column, ValueSource source) {
    /** As in a CustomResourceDefinition, the description of the source replaces a missing description. */
    public PrinterColumn {
        column = column.describedOr(source.description());
    }

    public TableCell cell(JsonObject object) {
        TableColumn.Type type = TableColumn.Type.valueOf(column.type().toUpperCase(Locale.ROOT));
        return source.in(object).map(found -> TableCell.of(type, found)).orElse(TableCell.EMPTY);
    }
}

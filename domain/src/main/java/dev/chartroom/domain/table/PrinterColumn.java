package dev.chartroom.domain.table;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.jsonpath.ValueSource;
import java.util.Locale;

/**
 * A column that a definition declares.
 *
 * @param column its type is a {@link TableColumn.Type}
 * @param source the source of its values in an object
 */
public record PrinterColumn(TableColumn column, ValueSource source) {
    /** As in a CustomResourceDefinition, the description of the source replaces a missing one. */
    public PrinterColumn {
        column = column.describedOr(source.description());
    }

    TableCell cell(JsonObject object) {
        TableColumn.Type type = TableColumn.Type.valueOf(column.type().toUpperCase(Locale.ROOT));
        return source.in(object).map(found -> TableCell.of(type, found)).orElse(TableCell.EMPTY);
    }
}

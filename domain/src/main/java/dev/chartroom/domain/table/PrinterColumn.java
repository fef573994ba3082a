package dev.chartroom.domain.table;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.jsonpath.ValueSource;
import java.util.Locale;

/**
 * A column that a definition declares.
 *
 * @param column of a {@link TableColumn.Type}
 * @param source where in an object its values come from
 */
public record PrinterColumn(TableColumn column, ValueSource source) {
    /** A column without a description says where its values come from, as that of a CustomResourceDefinition. */
    public PrinterColumn {
        column = column.describedOr(source.description());
    }

    TableCell cell(JsonObject object) {
        TableColumn.Type type = TableColumn.Type.valueOf(column.type().toUpperCase(Locale.ROOT));
        return source.in(object).map(found -> TableCell.of(type, found)).orElse(TableCell.EMPTY);
    }
}

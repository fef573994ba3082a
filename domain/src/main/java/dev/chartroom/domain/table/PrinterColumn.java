package dev.chartroom.domain.table;

import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.jsonpath.JsonPath;
import dev.chartroom.domain.schema.EvaluationException;
import dev.chartroom.domain.schema.ValueExpression;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column that a definition declares: of what a path finds in an object, or of what an expression makes of it. Two are
 * equal where they are declared the same.
 */
public final class PrinterColumn {
    private final TableColumn column;
    private final TableColumn.Type type;
    private final String source;
    private final Function<JsonObject, Optional<JsonValue>> value;

    private PrinterColumn(TableColumn column, String source, Function<JsonObject, Optional<JsonValue>> value) {
        this.column = column;
        this.type = TableColumn.Type.valueOf(column.type().toUpperCase(Locale.ROOT));
        this.source = source;
        this.value = value;
    }

    /** @param column of a {@link TableColumn.Type}; one without a description gets the one that a CustomResourceDefinition's column gets */
    public static PrinterColumn of(TableColumn column, JsonPath path) {
        String description = "Custom resource definition column (in JSONPath format): " + path;
        return new PrinterColumn(column.describedOr(description), "path " + path, path::first);
    }

    /**
     * @param column of a {@link TableColumn.Type}
     * @param text the expression as it is written
     * @param expression of the object; where it fails or makes nothing, the cell is empty
     */
    public static PrinterColumn of(TableColumn column, String text, ValueExpression expression) {
        return new PrinterColumn(
                column.describedOr("Computed: " + text), "expression " + text, object -> evaluate(expression, object));
    }

    private static Optional<JsonValue> evaluate(ValueExpression expression, JsonObject object) {
        try {
            JsonValue value = expression.evaluate(object);
            return value == JsonNull.NULL ? Optional.empty() : Optional.of(value);
        } catch (EvaluationException _) {
            return Optional.empty();
        }
    }

    TableColumn column() {
        return column;
    }

    TableCell cell(JsonObject object) {
        return value.apply(object).map(found -> TableCell.of(type, found)).orElse(TableCell.EMPTY);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PrinterColumn that && column.equals(that.column) && source.equals(that.source);
    }

    @Override
    public int hashCode() {
        return column.hashCode();
    }

    @Override
    public String toString() {
        return column.name() + ": " + source;
    }
}

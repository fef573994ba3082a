package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.jsonpath.JsonPath;
import dev.chartroom.domain.schema.SchemaExpressions;
import dev.chartroom.domain.schema.ValueExpression;
import dev.chartroom.domain.table.PrinterColumn;
import dev.chartroom.domain.table.TableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the columns in which objects are printed: those of a CustomResourceDefinition, and computed ones. */
final class PrinterColumnReader {
    private final SchemaExpressions expressions;

    PrinterColumnReader(SchemaExpressions expressions) {
        this.expressions = expressions;
    }

    /**
     * The columns of a version, without those that have a problem.
     *
     * @param object the schema of its objects
     */
    List<PrinterColumn> read(DefinitionFields version, JsonObject object) {
        List<PrinterColumn> columns = new ArrayList<>();
        for (DefinitionFields declared : version.objects("additionalPrinterColumns")) {
            column(declared, object).ifPresent(columns::add);
        }
        return columns;
    }

    private Optional<PrinterColumn> column(DefinitionFields declared, JsonObject object) {
        String name = declared.text("name");
        String type = declared.text("type", TextRule.COLUMN_TYPE);
        TableColumn column = new TableColumn(
                name,
                type,
                declared.textOr("format", "", TextRule.COLUMN_FORMAT),
                declared.textOr("description", ""),
                (int) declared.count("priority", 0));
        String path = declared.textOr("jsonPath", "");
        String expression = declared.textOr("expression", "");
        boolean typed = TextRule.COLUMN_TYPE.accepts(type);
        if (path.isEmpty() == expression.isEmpty()) {
            declared.problem(
                    path.isEmpty() ? "jsonPath" : "expression",
                    path.isEmpty() ? "required, or else an expression" : "must not be set beside jsonPath");
            return Optional.empty();
        }
        return path.isEmpty()
                ? expression(declared, object, expression)
                        .filter(_ -> typed)
                        .map(compiled -> PrinterColumn.of(column, expression, compiled))
                : path(declared, path).filter(_ -> typed).map(parsed -> PrinterColumn.of(column, parsed));
    }

    private static Optional<JsonPath> path(DefinitionFields declared, String path) {
        try {
            return Optional.of(JsonPath.parse(path));
        } catch (IllegalArgumentException e) {
            declared.problem("jsonPath", e.getMessage() + ": \"" + path + "\"");
            return Optional.empty();
        }
    }

    private Optional<ValueExpression> expression(DefinitionFields declared, JsonObject object, String expression) {
        try {
            return Optional.of(expressions.value(object, expression));
        } catch (IllegalArgumentException e) {
            declared.problem("expression", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}

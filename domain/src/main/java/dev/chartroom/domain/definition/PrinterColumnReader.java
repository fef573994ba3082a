package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.table.PrinterColumn;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.TextRule;
import java.util.ArrayList;
import java.util.List;

/** Reads printer columns: columns as in a CustomResourceDefinition, and computed columns. */
final class PrinterColumnReader {
    private final ValueSourceReader sources;

    PrinterColumnReader(ValueSourceReader sources) {
        this.sources = sources;
    }

    /**
     * Returns the columns of a version, without those that have a problem.
     *
     * @param object the schema of the version's objects
     */
    List<PrinterColumn> read(DefinitionFields version, JsonObject object) {
        List<PrinterColumn> columns = new ArrayList<>();
        for (DefinitionFields declared : version.objects("additionalPrinterColumns")) {
            TableColumn column = new TableColumn(
                    declared.text("name"),
                    declared.text("type", TextRule.COLUMN_TYPE),
                    declared.textOr("format", "", TextRule.COLUMN_FORMAT),
                    declared.textOr("description", ""),
                    (int) declared.count("priority", 0));
            sources.read(declared, object)
                    .filter(_ -> TextRule.COLUMN_TYPE.accepts(column.type()))
                    .ifPresent(source -> columns.add(new PrinterColumn(column, source)));
        }
        return columns;
    }
}

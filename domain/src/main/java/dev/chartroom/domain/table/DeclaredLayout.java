package dev.chartroom.domain.table;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.table.PrinterColumn;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.application.Application;
import java.util.List;
import java.util.stream.Stream;

/** The columns of a kind that declares columns: the name, then the declared columns. */
record DeclaredLayout(List<PrinterColumn> declared) implements TableLayout {
    DeclaredLayout {
        declared = List.copyOf(declared);
    }

    @Override
    public List<TableColumn> columns() {
        return Stream.concat(Stream.of(ApplicationTable.NAME), declared.stream().map(PrinterColumn::column))
                .toList();
    }

    @Override
    public TableRow row(Application application, JsonObject json) {
        return new DeclaredRow(
                application.metadata().name(),
                declared.stream().map(column -> column.cell(json)).toList());
    }
}

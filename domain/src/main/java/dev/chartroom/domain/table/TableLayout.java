package dev.chartroom.domain.table;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.table.PrinterColumn;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.application.Application;
import java.util.List;

/** The columns in which the objects of a kind are printed. */
public sealed interface TableLayout permits ReadinessLayout, DeclaredLayout {

    /** Returns the layout of a kind that declares these columns. The list is empty if the kind declares no columns. */
    static TableLayout of(List<PrinterColumn> declared) {
        return declared.isEmpty() ? ReadinessLayout.INSTANCE : new DeclaredLayout(declared);
    }

    /** Returns the columns, in order; the first column is the name. */
    List<TableColumn> columns();

    /**
     * Returns the row of an object.
     *
     * @param json the application as JSON
     */
    TableRow row(Application application, JsonObject json);
}

package dev.chartroom.domain.table;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import java.util.List;

/** In which columns the objects of a kind are printed. */
public sealed interface TableLayout permits ReadinessLayout, DeclaredLayout {

    /** The layout of a kind that declares these columns, or none. */
    static TableLayout of(List<PrinterColumn> declared) {
        return declared.isEmpty() ? ReadinessLayout.INSTANCE : new DeclaredLayout(declared);
    }

    /** The columns, in order; the first one is that of the name. */
    List<TableColumn> columns();

    /**
     * The row of an object.
     *
     * @param json the application as JSON
     */
    TableRow row(Application application, JsonObject json);
}

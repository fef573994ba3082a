package dev.chartroom.domain.table;

import dev.chartroom.apimachinery.table.TableColumn;
import java.util.List;

/**
 * The default columns, for kinds that declare no columns: NAME, READY, AGE and VERSION; DIGEST, REASON and MESSAGE
 * with {@code -o wide}.
 */
public final class ApplicationTable {
    static final TableColumn NAME =
            new TableColumn("Name", "string", "name", "Name of the object, unique within its namespace.", 0);

    private static final List<TableColumn> COLUMNS = List.of(
            NAME,
            new TableColumn(
                    "Ready",
                    "string",
                    "",
                    "Status of the Ready condition: True, False or Unknown; with Suspended if Flux does not reconcile.",
                    0),
            new TableColumn("Age", "date", "", "Time since the object was created.", 0),
            new TableColumn(
                    "Version",
                    "string",
                    "",
                    "Version of the chart that is installed, and the attempted version if it differs.",
                    0),
            new TableColumn("Digest", "string", "", "Digest in the revision of the chart that was last attempted.", 1),
            new TableColumn("Reason", "string", "", "Why the Ready condition has its status, in one word.", 1),
            new TableColumn("Message", "string", "", "Why the Ready condition has its status.", 1));

    private ApplicationTable() {}

    /** Returns the columns, in order. */
    public static List<TableColumn> columns() {
        return COLUMNS;
    }
}

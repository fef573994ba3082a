package dev.chartroom.domain.table;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.application.Application;
import java.util.List;

/** The columns of a kind that declares no columns: the columns of {@link ApplicationTable}. */
enum ReadinessLayout implements TableLayout {
    INSTANCE;

    @Override
    public List<TableColumn> columns() {
        return ApplicationTable.columns();
    }

    @Override
    public TableRow row(Application application, JsonObject json) {
        return ReadinessRow.of(application);
    }
}

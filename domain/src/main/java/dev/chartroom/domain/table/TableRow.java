package dev.chartroom.domain.table;

import dev.chartroom.apimachinery.json.JsonValue;
import java.time.Instant;
import java.util.List;

/** The printed row of an object. Its ages are computed with each call of {@link #cells}. */
public sealed interface TableRow permits ReadinessRow, DeclaredRow {
    /**
     * Returns the cells, one for each column of the kind's {@link TableLayout}.
     *
     * @param now the time at which ages are computed
     */
    List<JsonValue> cells(Instant now);
}

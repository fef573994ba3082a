package dev.chartroom.domain.table;

import dev.chartroom.domain.json.JsonValue;
import java.time.Instant;
import java.util.List;

/** What is printed of an object: all of its row but the ages, which are other ones with each look. */
public sealed interface TableRow permits ReadinessRow, DeclaredRow {
    /**
     * The cells, one for each column of the kind's {@link TableLayout}.
     *
     * @param now what ages are counted to
     */
    List<JsonValue> cells(Instant now);
}

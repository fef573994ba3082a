package dev.chartroom.domain.table;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.table.TableCell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The row of a kind that declares columns. */
record DeclaredRow(String name, List<TableCell> declared) implements TableRow {
    @Override
    public List<JsonValue> cells(Instant now) {
        List<JsonValue> cells = new ArrayList<>(declared.size() + 1);
        cells.add(new JsonString(name));
        declared.forEach(cell -> cells.add(cell.at(now)));
        return cells;
    }
}

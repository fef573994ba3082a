package dev.chartroom.apimachinery.jsonpath;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects items of each list: one item, or the items between two positions. Negative positions count from the end.
 *
 * @param from the first position; null for the start of the list
 * @param to the first excluded position; null for the end of the list
 * @param single whether the slice selects one item; {@code to} is then {@code from} plus 1
 * @param every the step width; null for 1
 */
record Slice(
        @Nullable Integer from,
        @Nullable Integer to,
        boolean single,
        @Nullable Integer every) implements Step {

    /** Returns a slice of one item. */
    static Slice item(int index) {
        return new Slice(index, index + 1, true, null);
    }

    @Override
    public List<JsonValue> apply(List<JsonValue> values) {
        List<JsonValue> found = new ArrayList<>();
        for (JsonValue value : values) {
            if (value == JsonNull.NULL) {
                continue;
            }
            if (!(value instanceof JsonArray list)) {
                throw new PathFailure(values);
            }
            int size = list.size();
            int start = from == null ? 0 : from < 0 ? from + size : from;
            int end = end(size);
            if (start == end) {
                // If the slice of one list is empty, the lists after it are ignored, as upstream.
                return found;
            }
            int step = every == null ? 1 : every;
            if (start < 0 || start >= size || end > size || end < start || step <= 0) {
                throw new PathFailure(values);
            }
            for (long i = start; i < end; i += step) {
                found.add(list.get((int) i));
            }
        }
        return found;
    }

    private int end(int size) {
        if (to == null) {
            return size;
        }
        return to < 0 || (to == 0 && single) ? to + size : to;
    }
}

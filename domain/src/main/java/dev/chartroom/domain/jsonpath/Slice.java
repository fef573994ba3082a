package dev.chartroom.domain.jsonpath;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Items of each list: one, or those between two positions. Below zero, positions count from the end.
 *
 * @param from null for the first
 * @param to the first that is left out; null for none
 * @param single whether it is of one item, so that {@code to} follows from {@code from}
 * @param every null for each item
 */
record Slice(
        @Nullable Integer from,
        @Nullable Integer to,
        boolean single,
        @Nullable Integer every) implements Step {

    /** One item. */
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
                // As upstream: the lists that come after an empty slice do not count.
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

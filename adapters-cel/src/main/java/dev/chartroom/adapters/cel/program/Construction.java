package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.PlainMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists and maps that are written in an expression. */
final class Construction {
    private static final int LIST_COST = 10;
    private static final int MAP_COST = 30;

    private Construction() {}

    /** @param optional whether an empty optional is left out */
    record Element(Node value, boolean optional) {}

    record Entry(Node key, Node value, boolean optional) {}

    static Node list(List<Element> elements) {
        return frame -> {
            List<Object> values = new ArrayList<>(elements.size());
            for (Element element : elements) {
                Object value = element.value.eval(frame);
                if (value instanceof CelError) {
                    return value;
                }
                if (!element.optional) {
                    values.add(value);
                } else if (value instanceof Optional<?> holder) {
                    holder.ifPresent(values::add);
                } else {
                    return new CelError("cannot initialize optional list element from non-optional value " + value);
                }
            }
            frame.charge(LIST_COST);
            return PlainList.of(values);
        };
    }

    static Node map(List<Entry> entries) {
        return frame -> {
            PlainMap map = new PlainMap();
            for (Entry entry : entries) {
                Object key = entry.key.eval(frame);
                if (key instanceof CelError) {
                    return key;
                }
                Object value = entry.value.eval(frame);
                if (value instanceof CelError) {
                    return value;
                }
                if (!entry.optional) {
                    map.put(key, value);
                } else if (value instanceof Optional<?> holder) {
                    holder.ifPresent(present -> map.put(key, present));
                } else {
                    return new CelError(
                            "cannot initialize optional entry '" + key + "' from non-optional value " + value);
                }
            }
            frame.charge(MAP_COST);
            return map;
        };
    }
}

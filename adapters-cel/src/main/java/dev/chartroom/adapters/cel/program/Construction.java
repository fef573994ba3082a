package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.PlainMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Constructors of lists, maps and messages. They cost the same even if a part is an error. */
final class Construction {
    private static final int LIST_COST = 10;
    private static final int MAP_COST = 30;
    private static final int STRUCT_COST = 40;

    private Construction() {}

    /** @param optional whether the element is left out if its value is an empty optional */
    record Element(Node value, boolean optional) {}

    record Entry(Node key, Node value, boolean optional) {}

    record Field(String name, Node value, boolean optional) {}

    /** Returns a constant if all elements are constants. */
    static Node list(List<Element> elements) {
        List<Object> constants = new ArrayList<>();
        for (Element element : elements) {
            if (element.value instanceof Constant(Object value) && !element.optional) {
                constants.add(value);
            }
        }
        if (constants.size() == elements.size()) {
            return new Constant(PlainList.constant(constants));
        }
        return frame -> {
            frame.charge(LIST_COST);
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
            return PlainList.of(values);
        };
    }

    /** Returns a constant if all keys and values are constants. */
    static Node map(List<Entry> entries) {
        PlainMap constants = new PlainMap();
        for (Entry entry : entries) {
            if (entry.key instanceof Constant(Object key)
                    && entry.value instanceof Constant(Object value)
                    && !entry.optional) {
                constants.put(key, value);
            }
        }
        if (constants.size() == entries.size()) {
            return new Constant(constants.constant());
        }
        return frame -> {
            frame.charge(MAP_COST);
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
            return map;
        };
    }

    static Node struct(String type, List<Field> fields, Structs structs) {
        return frame -> {
            frame.charge(STRUCT_COST);
            Map<String, Object> values = new LinkedHashMap<>();
            for (Field field : fields) {
                Object value = field.value.eval(frame);
                if (value instanceof CelError) {
                    return value;
                }
                if (!field.optional) {
                    values.put(field.name, value);
                } else if (value instanceof Optional<?> holder) {
                    holder.ifPresent(present -> values.put(field.name, present));
                } else {
                    return new CelError(
                            "cannot initialize optional entry '" + field.name + "' from non-optional value " + value);
                }
            }
            return structs.construct(type, values);
        };
    }
}

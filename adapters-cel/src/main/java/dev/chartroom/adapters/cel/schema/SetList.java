package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.PlainList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A list of {@code x-kubernetes-list-type: set}. Equality ignores the order; {@code +} is the union. */
record SetList(ListValue elements) implements ListValue {
    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public Object get(int index) {
        return elements.get(index);
    }

    @Override
    public Object equalTo(Object other) {
        if (!(other instanceof ListValue list)) {
            return CelError.NO_SUCH_OVERLOAD;
        }
        return list.size() == size() && set().containsAll(all(list));
    }

    @Override
    public ListValue plus(ListValue other) {
        Set<Object> known = set();
        List<Object> added = new ArrayList<>();
        all(other).stream().filter(known::add).forEach(added::add);
        return new SetList(PlainList.EMPTY.plus(elements).plus(PlainList.of(added)));
    }

    private Set<Object> set() {
        return new HashSet<>(all(elements));
    }

    private static List<Object> all(ListValue list) {
        List<Object> all = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            all.add(list.get(i));
        }
        return all;
    }
}

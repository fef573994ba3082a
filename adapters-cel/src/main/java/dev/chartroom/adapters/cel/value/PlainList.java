package dev.chartroom.adapters.cel.value;

import java.util.ArrayList;
import java.util.List;

/**
 * A list that an expression made. Several lists can share one array. Each list sees a prefix of this array. So a macro
 * that appends element by element takes linear time.
 */
public final class PlainList implements ListValue {
    public static final PlainList EMPTY = new PlainList(new ArrayList<>(), 0, true);

    private final List<Object> shared;
    private final int size;
    private final boolean constant;

    private PlainList(List<Object> shared, int size, boolean constant) {
        this.shared = shared;
        this.size = size;
        this.constant = constant;
    }

    /** Returns a list that concurrent evaluations can share: {@code +} copies it instead of appending to its array. */
    public static PlainList constant(List<?> elements) {
        return new PlainList(List.copyOf(elements), elements.size(), true);
    }

    public static PlainList of(List<?> elements) {
        return elements.isEmpty() ? EMPTY : new PlainList(new ArrayList<>(elements), elements.size(), false);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Object get(int index) {
        return shared.get(index);
    }

    @Override
    public Object equalTo(Object other) {
        return other instanceof ListValue list ? ListValue.equalInOrder(this, list) : false;
    }

    @Override
    public ListValue plus(ListValue other) {
        if (other.size() == 0) {
            return this;
        }
        List<Object> target = !constant && size == shared.size() ? shared : new ArrayList<>(shared.subList(0, size));
        for (int i = 0, end = other.size(); i < end; i++) {
            target.add(other.get(i));
        }
        return new PlainList(target, target.size(), false);
    }
}

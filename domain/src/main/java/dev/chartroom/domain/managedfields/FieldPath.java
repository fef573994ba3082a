package dev.chartroom.domain.managedfields;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path from an object's root to a field. Adding a step takes constant time. */
record FieldPath(@Nullable FieldPath parent, @Nullable PathElement last) {
    static final FieldPath ROOT = new FieldPath(null, null);

    FieldPath then(PathElement element) {
        return new FieldPath(this, element);
    }

    boolean isRoot() {
        return last == null;
    }

    List<PathElement> elements() {
        Deque<PathElement> elements = new ArrayDeque<>();
        for (FieldPath path = this; path != null && path.last != null; path = path.parent) {
            elements.addFirst(path.last);
        }
        return List.copyOf(elements);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        elements().forEach(text::append);
        return text.toString();
    }
}

package dev.chartroom.domain.managedfields;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path from an object's root to a field. Adding a step takes constant time. */
record ManagedFieldPath(
        @Nullable ManagedFieldPath parent, @Nullable PathElement last) {
    static final ManagedFieldPath ROOT = new ManagedFieldPath(null, null);

    ManagedFieldPath then(PathElement element) {
        return new ManagedFieldPath(this, element);
    }

    boolean isRoot() {
        return last == null;
    }

    List<PathElement> elements() {
        Deque<PathElement> elements = new ArrayDeque<>();
        for (ManagedFieldPath path = this; path != null && path.last != null; path = path.parent) {
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

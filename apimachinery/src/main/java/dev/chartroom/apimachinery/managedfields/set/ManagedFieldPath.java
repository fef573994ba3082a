package dev.chartroom.apimachinery.managedfields.set;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path from an object's root to a field. Adding a step takes constant time. */
public record ManagedFieldPath(
        @Nullable ManagedFieldPath parent, @Nullable PathElement last) {
    public static final ManagedFieldPath ROOT = new ManagedFieldPath(null, null);

    public ManagedFieldPath then(PathElement element) {
        return new ManagedFieldPath(this, element);
    }

    public boolean isRoot() {
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

package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adapts field sets to a schema that changed since they were written. An owner of a field inside a value that is now
 * atomic becomes the owner of the whole value. A value that is no longer atomic needs no change.
 */
public final class FieldSetReconciler {
    private FieldSetReconciler() {}

    /** Returns the same instance if nothing changes. */
    @SuppressWarnings("ReferenceEquality") // identity shows whether anything changed
    public static FieldSet reconciled(FieldSet set, FieldType type) {
        List<FieldSet.Node> nodes = new ArrayList<>(set.nodes().size());
        boolean changed = false;
        for (FieldSet.Node node : set.nodes()) {
            FieldSet.Node now = node(node, below(node.element(), type));
            changed |= now != node;
            nodes.add(now);
        }
        return changed ? FieldSet.of(nodes) : set;
    }

    @SuppressWarnings("ReferenceEquality")
    private static FieldSet.Node node(FieldSet.Node node, @Nullable FieldType type) {
        if (type == null || isSkipped(type)) {
            return node;
        }
        boolean whole = node.member() && node.children().isEmpty();
        if (!whole && isAtomic(type)) {
            return new FieldSet.Node(node.element(), true, FieldSet.EMPTY);
        }
        FieldSet children = reconciled(node.children(), type);
        return children == node.children() ? node : new FieldSet.Node(node.element(), node.member(), children);
    }

    /** If a type has several shapes, checks only its first shape, in the order map, scalar, list. */
    private static boolean isAtomic(FieldType type) {
        return switch (type.shape(null)) {
            case MapType map -> map.atomic();
            case ListType list -> list.atomic();
            case ScalarType _ -> false;
        };
    }

    private static boolean isSkipped(FieldType type) {
        return type.shape(null) instanceof MapType map && map.isDeduced();
    }

    private static @Nullable FieldType below(PathElement element, FieldType type) {
        return switch (type.shape(null)) {
            case MapType map when element instanceof PathElement.Field(String name) -> map.member(name);
            case MapType map -> map.otherType() == null ? null : map.otherType().get();
            case ListType list -> list.items();
            case ScalarType _ -> null;
        };
    }
}

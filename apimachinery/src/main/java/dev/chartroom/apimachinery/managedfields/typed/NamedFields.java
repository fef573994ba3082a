package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a field set the members that the schema names. A field set usually contains only the fields below such
 * members.
 */
public final class NamedFields {
    private NamedFields() {}

    /** Returns the set, plus those ancestors of its fields that are members named by the schema. */
    public static FieldSet included(FieldSet set, @Nullable FieldType type) {
        if (type == null || set.isEmpty()) {
            return set;
        }
        List<FieldSet.Node> nodes = set.nodes().stream()
                .map(node -> new FieldSet.Node(
                        node.element(),
                        node.member() || !node.children().isEmpty() && isNamed(node.element(), type),
                        included(node.children(), below(node.element(), type))))
                .toList();
        return new FieldSet(nodes);
    }

    private static boolean isNamed(PathElement element, FieldType type) {
        return element instanceof PathElement.Field(String name)
                && type.map() != null
                && type.map().names(name);
    }

    private static @Nullable FieldType below(PathElement element, FieldType type) {
        return switch (element) {
            case PathElement.Field(String name) ->
                type.map() == null ? null : type.map().member(name);
            case PathElement.Key _ -> type.list() == null ? null : type.list().items();
            case PathElement.Value _, PathElement.Index _ -> null;
        };
    }
}

package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import java.util.ArrayList;
import java.util.List;

/** The fields that a write removes, the fields to which it gives another value, and the fields that it adds. */
public record Comparison(FieldSet removed, FieldSet modified, FieldSet added) {

    /** Returns the fields that the writer takes ownership of. */
    public FieldSet written() {
        return modified.union(added);
    }

    public Comparison without(FieldSet fields) {
        return new Comparison(removed.without(fields), modified.without(fields), added.without(fields));
    }

    /** Collects the changes below one field, and whether the field itself changed. */
    static final class Builder {
        private final List<FieldSet.Node> removed = new ArrayList<>();
        private final List<FieldSet.Node> modified = new ArrayList<>();
        private final List<FieldSet.Node> added = new ArrayList<>();
        private boolean isRemoved;
        private boolean isModified;
        private boolean isAdded;

        void markRemoved() {
            isRemoved = true;
        }

        void markModified() {
            isModified = true;
        }

        void markAdded() {
            isAdded = true;
        }

        void put(PathElement element, Builder below) {
            Comparison changes = below.build();
            put(removed, element, below.isRemoved, changes.removed);
            put(modified, element, below.isModified, changes.modified);
            put(added, element, below.isAdded, changes.added);
        }

        Comparison build() {
            return new Comparison(FieldSet.of(removed), FieldSet.of(modified), FieldSet.of(added));
        }

        private static void put(List<FieldSet.Node> nodes, PathElement element, boolean member, FieldSet below) {
            if (member || !below.isEmpty()) {
                nodes.add(new FieldSet.Node(element, member, below));
            }
        }
    }
}

package dev.chartroom.apimachinery.managedfields.set;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A set of fields, as a trie in the order of {@link PathElement}. Immutable; every operation is linear. */
public record FieldSet(List<Node> nodes) {
    public static final FieldSet EMPTY = new FieldSet(List.of());

    /**
     * The fields whose paths begin with the given element: the fields below it and, if {@code member} is true, the
     * field whose path is only that element.
     */
    public record Node(PathElement element, boolean member, FieldSet children) {
        boolean isEmpty() {
            return !member && children.isEmpty();
        }
    }

    /**
     * Combines a node with the other set's node for the same element. The other node is null if the other set has none.
     * A result of null drops the node.
     */
    private interface Match {
        @Nullable
        Node of(Node left, @Nullable Node right);
    }

    /**
     * Returns the set of these nodes, whose order does not matter. Unites nodes for the same element and drops empty
     * ones.
     */
    public static FieldSet of(List<Node> unsorted) {
        List<Node> nodes = new ArrayList<>(unsorted.size());
        unsorted.forEach(node -> {
            if (!node.isEmpty()) {
                nodes.add(node);
            }
        });
        nodes.sort(Comparator.comparing(Node::element));
        List<Node> united = new ArrayList<>(nodes.size());
        int start = 0;
        for (int end = 1; end <= nodes.size(); end++) {
            if (end == nodes.size()
                    || nodes.get(end).element().compareTo(nodes.get(start).element()) != 0) {
                united.add(unite(nodes.subList(start, end)));
                start = end;
            }
        }
        return united.isEmpty() ? EMPTY : new FieldSet(Collections.unmodifiableList(united));
    }

    /**
     * Returns the union of many sets. Unites the two halves of the list recursively, because adding one set after the
     * other would copy each field repeatedly.
     */
    public static FieldSet union(List<FieldSet> sets) {
        return switch (sets.size()) {
            case 0 -> EMPTY;
            case 1 -> sets.getFirst();
            default -> {
                int half = sets.size() / 2;
                yield union(sets.subList(0, half)).union(union(sets.subList(half, sets.size())));
            }
        };
    }

    public boolean isEmpty() {
        return nodes.isEmpty();
    }

    public FieldSet union(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        List<Node> joined = new ArrayList<>(nodes.size() + other.nodes.size());
        int i = 0;
        int j = 0;
        while (i < nodes.size() && j < other.nodes.size()) {
            Node left = nodes.get(i);
            Node right = other.nodes.get(j);
            int order = left.element().compareTo(right.element());
            joined.add(order < 0 ? left : order > 0 ? right : unite(List.of(left, right)));
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        joined.addAll(nodes.subList(i, nodes.size()));
        joined.addAll(other.nodes.subList(j, other.nodes.size()));
        return new FieldSet(Collections.unmodifiableList(joined));
    }

    public FieldSet intersection(FieldSet other) {
        return matched(
                other,
                (left, right) -> right == null
                        ? null
                        : new Node(
                                left.element(),
                                left.member() && right.member(),
                                left.children().intersection(right.children())));
    }

    /** Returns this set without the members of the other set. Fields below those members stay. */
    public FieldSet difference(FieldSet other) {
        return other.isEmpty()
                ? this
                : matched(
                        other,
                        (left, right) -> right == null
                                ? left
                                : new Node(
                                        left.element(),
                                        left.member() && !right.member(),
                                        left.children().difference(right.children())));
    }

    /** Returns this set without the members of the other set and without all fields below those members. */
    public FieldSet without(FieldSet other) {
        return other.isEmpty()
                ? this
                : matched(other, (left, right) -> {
                    if (right == null) {
                        return left;
                    }
                    return right.member()
                            ? null
                            : new Node(
                                    left.element(),
                                    left.member(),
                                    left.children().without(right.children()));
                });
    }

    public boolean has(ManagedFieldPath path) {
        FieldSet set = this;
        boolean member = false;
        for (PathElement element : path.elements()) {
            Node node = set.node(element);
            if (node == null) {
                return false;
            }
            member = node.member();
            set = node.children();
        }
        return member;
    }

    /** Returns the node of an element; null if there is none. */
    @Nullable
    public Node node(PathElement element) {
        int low = 0;
        int high = nodes.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = nodes.get(middle).element().compareTo(element);
            if (order == 0) {
                return nodes.get(middle);
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return null;
    }

    /** Visits all members in upstream's order: all members of a level before the members below that level. */
    public void forEach(Consumer<ManagedFieldPath> action) {
        forEach(ManagedFieldPath.ROOT, action);
    }

    private void forEach(ManagedFieldPath prefix, Consumer<ManagedFieldPath> action) {
        nodes.stream().filter(Node::member).forEach(node -> action.accept(prefix.then(node.element())));
        nodes.forEach(node -> node.children().forEach(prefix.then(node.element()), action));
    }

    /** Unites nodes for one element. */
    private static Node unite(List<Node> nodes) {
        return nodes.size() == 1
                ? nodes.getFirst()
                : new Node(
                        nodes.getFirst().element(),
                        nodes.stream().anyMatch(Node::member),
                        union(nodes.stream().map(Node::children).toList()));
    }

    /**
     * Matches each node with the other set's node for the same element. If the other set is much larger, searches it
     * for each node instead of reading it as a whole. An object can have many small sets.
     */
    private FieldSet matched(FieldSet other, Match match) {
        boolean isSmall = nodes.size() < other.nodes.size() / Integer.SIZE;
        List<Node> matched = new ArrayList<>(nodes.size());
        int j = 0;
        for (Node left : nodes) {
            while (!isSmall && other.order(j, left.element()) < 0) {
                j++;
            }
            Node right = isSmall
                    ? other.node(left.element())
                    : other.order(j, left.element()) == 0 ? other.nodes.get(j) : null;
            Node node = match.of(left, right);
            if (node != null && !node.isEmpty()) {
                matched.add(node);
            }
        }
        return matched.isEmpty() ? EMPTY : new FieldSet(Collections.unmodifiableList(matched));
    }

    /** Compares the element at an index with another element. The end of the list is greater than every element. */
    private int order(int place, PathElement element) {
        return place == nodes.size() ? 1 : nodes.get(place).element().compareTo(element);
    }
}

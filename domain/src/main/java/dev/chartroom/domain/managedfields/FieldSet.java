package dev.chartroom.domain.managedfields;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A set of fields, as a trie in the order of {@link PathElement}. Immutable; every operation is linear. */
record FieldSet(List<Node> nodes) {
    static final FieldSet EMPTY = new FieldSet(List.of());

    /** The fields that begin with an element: the one that ends with it, if it is a member, and those below it. */
    record Node(PathElement element, boolean member, FieldSet children) {
        boolean isEmpty() {
            return !member && children.isEmpty();
        }
    }

    /** Makes a node of one and of the other set's for the same element, which may be missing. */
    private interface Match {
        @Nullable
        Node of(Node left, @Nullable Node right);
    }

    /** The set of these nodes in any order, nodes for the same element united. Empty nodes are left out. */
    static FieldSet of(List<Node> unsorted) {
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

    /** The union of many sets, in halves: one after the other, each would be copied as often as there are sets. */
    static FieldSet union(List<FieldSet> sets) {
        return switch (sets.size()) {
            case 0 -> EMPTY;
            case 1 -> sets.getFirst();
            default -> {
                int half = sets.size() / 2;
                yield union(sets.subList(0, half)).union(union(sets.subList(half, sets.size())));
            }
        };
    }

    boolean isEmpty() {
        return nodes.isEmpty();
    }

    FieldSet union(FieldSet other) {
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

    FieldSet intersection(FieldSet other) {
        return matched(
                other,
                (left, right) -> right == null
                        ? null
                        : new Node(
                                left.element(),
                                left.member() && right.member(),
                                left.children().intersection(right.children())));
    }

    /** Without the other's members; what lies below those stays. */
    FieldSet difference(FieldSet other) {
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

    /** Without the other's members and all that lies below them. */
    FieldSet without(FieldSet other) {
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

    boolean has(FieldPath path) {
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

    /** The node of an element; null for none. */
    @Nullable
    Node node(PathElement element) {
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

    /** All members, in upstream's order: those of a level before those below it. */
    void forEach(Consumer<FieldPath> action) {
        forEach(FieldPath.ROOT, action);
    }

    private void forEach(FieldPath prefix, Consumer<FieldPath> action) {
        nodes.stream().filter(Node::member).forEach(node -> action.accept(prefix.then(node.element())));
        nodes.forEach(node -> node.children().forEach(prefix.then(node.element()), action));
    }

    /** One node of those for one element. */
    private static Node unite(List<Node> nodes) {
        return nodes.size() == 1
                ? nodes.getFirst()
                : new Node(
                        nodes.getFirst().element(),
                        nodes.stream().anyMatch(Node::member),
                        union(nodes.stream().map(Node::children).toList()));
    }

    /** Each node with its match, at the cost of the smaller set: an object may have many small sets. */
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

    /** How the element at a place compares with another one; the end comes after all. */
    private int order(int place, PathElement element) {
        return place == nodes.size() ? 1 : nodes.get(place).element().compareTo(element);
    }
}

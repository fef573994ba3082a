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

    /** Makes a node of the nodes for one element in each of two sets, either of which may be missing. */
    private interface Join {
        @Nullable
        Node of(@Nullable Node left, @Nullable Node right);
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
        for (int i = nodes.size() - 1; i > 0; i--) {
            Node node = nodes.get(i);
            if (nodes.get(i - 1).element().compareTo(node.element()) == 0) {
                nodes.set(i - 1, unite(nodes.get(i - 1), node));
                nodes.remove(i);
            }
        }
        return nodes.isEmpty() ? EMPTY : new FieldSet(Collections.unmodifiableList(nodes));
    }

    boolean isEmpty() {
        return nodes.isEmpty();
    }

    FieldSet union(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        return join(other, (left, right) -> left == null ? right : right == null ? left : unite(left, right));
    }

    FieldSet intersection(FieldSet other) {
        return join(
                other,
                (left, right) -> left == null || right == null
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
                : join(
                        other,
                        (left, right) -> left == null || right == null
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
                : join(other, (left, right) -> {
                    if (left == null || right == null) {
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

    private static Node unite(Node left, Node right) {
        return new Node(
                left.element(), left.member() || right.member(), left.children().union(right.children()));
    }

    private FieldSet join(FieldSet other, Join join) {
        List<Node> joined = new ArrayList<>(nodes.size());
        int i = 0;
        int j = 0;
        while (i < nodes.size() || j < other.nodes.size()) {
            int order = i == nodes.size()
                    ? 1
                    : j == other.nodes.size()
                            ? -1
                            : nodes.get(i)
                                    .element()
                                    .compareTo(other.nodes.get(j).element());
            Node node = join.of(order <= 0 ? nodes.get(i) : null, order >= 0 ? other.nodes.get(j) : null);
            if (node != null && !node.isEmpty()) {
                joined.add(node);
            }
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return joined.isEmpty() ? EMPTY : new FieldSet(Collections.unmodifiableList(joined));
    }
}

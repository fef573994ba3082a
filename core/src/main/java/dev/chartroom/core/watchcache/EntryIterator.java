package dev.chartroom.core.watchcache;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Iterates over the values of {@link SortedEntries}, in the order of their keys. */
final class EntryIterator<V> implements Iterator<V> {
    private final Deque<Position<V>> above = new ArrayDeque<>();
    private EntryNode.Leaf<V> leaf;
    private int next;

    private static final class Position<V> {
        private final EntryNode.Branch<V> branch;
        private int at;

        private Position(EntryNode.Branch<V> branch, int at) {
            this.branch = branch;
            this.at = at;
        }
    }

    /** @param after the iterator starts after this key, which need not exist; null to start at the first key */
    EntryIterator(EntryNode<V> root, @Nullable String after) {
        leaf = descend(root, after);
        next = after == null ? 0 : leaf.after(after);
    }

    private EntryNode.Leaf<V> descend(EntryNode<V> from, @Nullable String after) {
        EntryNode<V> node = from;
        while (node instanceof EntryNode.Branch<V> branch) {
            int at = after == null ? 0 : branch.place(after);
            above.push(new Position<>(branch, at));
            node = branch.child(at);
        }
        return (EntryNode.Leaf<V>) node;
    }

    @Override
    public boolean hasNext() {
        while (next == leaf.size()) {
            while (!above.isEmpty()
                    && ++above.element().at == above.element().branch.size()) {
                above.pop();
            }
            if (above.isEmpty()) {
                return false;
            }
            Position<V> position = above.element();
            leaf = descend(position.branch.child(position.at), null);
            next = 0;
        }
        return true;
    }

    @Override
    public V next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return leaf.value(next++);
    }
}

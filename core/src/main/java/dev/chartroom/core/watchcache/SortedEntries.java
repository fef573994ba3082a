package dev.chartroom.core.watchcache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A sorted map with text keys, as a tree of small arrays. A change copies the arrays on the path to the changed entry,
 * and shares all other arrays. Immutable.
 *
 * @param <V> the values; each value has a weight
 */
final class SortedEntries<V> {
    private final ToLongFunction<? super V> weigher;
    private final EntryNode<V> root;

    private SortedEntries(ToLongFunction<? super V> weigher, EntryNode<V> root) {
        this.weigher = weigher;
        this.root = root;
    }

    /** @param weigher returns the weight of a value, always the same for the same value */
    static <V> SortedEntries<V> none(ToLongFunction<? super V> weigher) {
        return new SortedEntries<>(weigher, EntryNode.Leaf.empty());
    }

    static <V> SortedEntries<V> of(SortedMap<String, V> map, ToLongFunction<? super V> weigher) {
        List<EntryNode<V>> level = new ArrayList<>();
        String[] keys = map.keySet().toArray(String[]::new);
        Object[] values = map.values().toArray();
        for (int from = 0; from < keys.length; from += EntryNode.FILLED) {
            int to = Math.min(keys.length, from + EntryNode.FILLED);
            level.add(EntryNode.Leaf.of(
                    Arrays.copyOfRange(keys, from, to), Arrays.copyOfRange(values, from, to), weigher));
        }
        while (level.size() > 1) {
            List<EntryNode<V>> above = new ArrayList<>();
            for (int from = 0; from < level.size(); from += EntryNode.FILLED) {
                above.add(EntryNode.Branch.of(level.subList(from, Math.min(level.size(), from + EntryNode.FILLED))));
            }
            level = above;
        }
        return level.isEmpty() ? none(weigher) : new SortedEntries<>(weigher, level.getFirst());
    }

    /** Returns the weight of all values. */
    long weight() {
        return root.weight();
    }

    /** Returns the weight of the values after a key, which need not exist. */
    long weightAfter(String key) {
        return root.weightAfter(key, weigher);
    }

    /** Returns the number of nodes on the path to an entry. */
    int depth() {
        int depth = 1;
        for (EntryNode<V> node = root; node instanceof EntryNode.Branch<V> branch; node = branch.child(0)) {
            depth++;
        }
        return depth;
    }

    boolean isEmpty() {
        return root.size() == 0;
    }

    Stream<V> values() {
        return stream(iterator());
    }

    /** Iterates over the values without a copy. */
    Iterator<V> iterator() {
        return new EntryIterator<>(root, null);
    }

    /** Returns the values after a key, which need not exist. */
    Stream<V> valuesAfter(String key) {
        return stream(new EntryIterator<>(root, key));
    }

    private static <V> Stream<V> stream(Iterator<V> values) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(values, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    @Nullable
    V get(String key) {
        return root.get(key);
    }

    SortedEntries<V> with(String key, V value) {
        List<EntryNode<V>> nodes = root.with(key, value, weigher);
        return new SortedEntries<>(weigher, nodes.size() == 1 ? nodes.getFirst() : EntryNode.Branch.of(nodes));
    }

    SortedEntries<V> without(String key) {
        EntryNode<V> left = root.without(key, weigher);
        while (left instanceof EntryNode.Branch<V> branch && branch.size() == 1) {
            left = branch.child(0);
        }
        if (left.size() == 0) {
            return none(weigher);
        }
        return left == root ? this : new SortedEntries<>(weigher, left);
    }
}

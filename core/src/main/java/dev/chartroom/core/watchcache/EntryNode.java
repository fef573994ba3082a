package dev.chartroom.core.watchcache;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A node of {@link SortedEntries}. Immutable. */
@SuppressWarnings("unchecked") // the arrays contain only elements of the right type
sealed interface EntryNode<V> {
    /** The maximum number of entries or children. A larger node is split. */
    int MAX_SIZE = 64;
    /** The number of entries or children per node of a new tree. It leaves room for growth. */
    int FILLED = 48;

    /** Returns the number of entries or children of this node itself. */
    int size();

    /** Returns the weight of all values below this node. */
    long weight();

    /** Returns the least key below this node, which must not be empty. */
    String first();

    @Nullable
    V get(String key);

    long weightAfter(String key, ToLongFunction<? super V> weigher);

    /** Returns one or two nodes that replace this node. */
    List<EntryNode<V>> with(String key, V value, ToLongFunction<? super V> weigher);

    /**
     * Returns a copy of this node without a key, or this node itself if it does not have the key. The result may be
     * empty.
     */
    EntryNode<V> without(String key, ToLongFunction<? super V> weigher);

    /**
     * Returns the index of a key. If the key is missing, returns the index of the key before it, or 0 if the missing
     * key is less than all keys.
     */
    private static int place(String[] keys, String key) {
        int at = Arrays.binarySearch(keys, key);
        return at >= 0 ? at : Math.max(0, -at - 2);
    }

    /** A node with entries. */
    final class Leaf<V> implements EntryNode<V> {
        private final String[] keys;
        private final Object[] values;
        private final long weight;

        private Leaf(String[] keys, Object[] values, long weight) {
            this.keys = keys;
            this.values = values;
            this.weight = weight;
        }

        static <V> Leaf<V> empty() {
            return new Leaf<>(new String[0], new Object[0], 0);
        }

        static <V> Leaf<V> of(String[] keys, Object[] values, ToLongFunction<? super V> weigher) {
            long weight = 0;
            for (Object value : values) {
                weight += weigher.applyAsLong((V) value);
            }
            return new Leaf<>(keys, values, weight);
        }

        @Override
        public int size() {
            return keys.length;
        }

        @Override
        public long weight() {
            return weight;
        }

        @Override
        public String first() {
            return keys[0];
        }

        V value(int at) {
            return (V) values[at];
        }

        /** Returns the index of the first key after the given key. */
        int after(String key) {
            int at = Arrays.binarySearch(keys, key);
            return at < 0 ? -at - 1 : at + 1;
        }

        @Override
        public @Nullable V get(String key) {
            int at = Arrays.binarySearch(keys, key);
            return at < 0 ? null : value(at);
        }

        @Override
        public long weightAfter(String key, ToLongFunction<? super V> weigher) {
            long after = 0;
            for (int i = after(key); i < keys.length; i++) {
                after += weigher.applyAsLong(value(i));
            }
            return after;
        }

        @Override
        public List<EntryNode<V>> with(String key, V value, ToLongFunction<? super V> weigher) {
            int at = Arrays.binarySearch(keys, key);
            long more = weigher.applyAsLong(value);
            if (at >= 0) {
                Object[] changed = values.clone();
                changed[at] = value;
                return List.of(new Leaf<>(keys, changed, weight + more - weigher.applyAsLong(value(at))));
            }
            String[] moreKeys = Arrays.copyOf(keys, keys.length + 1);
            Object[] moreValues = Arrays.copyOf(values, values.length + 1);
            int place = -at - 1;
            System.arraycopy(keys, place, moreKeys, place + 1, keys.length - place);
            System.arraycopy(values, place, moreValues, place + 1, values.length - place);
            moreKeys[place] = key;
            moreValues[place] = value;
            if (moreKeys.length <= MAX_SIZE) {
                return List.of(new Leaf<>(moreKeys, moreValues, weight + more));
            }
            int half = moreKeys.length / 2;
            return List.of(
                    of(Arrays.copyOf(moreKeys, half), Arrays.copyOf(moreValues, half), weigher),
                    of(
                            Arrays.copyOfRange(moreKeys, half, moreKeys.length),
                            Arrays.copyOfRange(moreValues, half, moreValues.length),
                            weigher));
        }

        @Override
        public EntryNode<V> without(String key, ToLongFunction<? super V> weigher) {
            int at = Arrays.binarySearch(keys, key);
            if (at < 0) {
                return this;
            }
            String[] fewerKeys = Arrays.copyOf(keys, keys.length - 1);
            Object[] fewerValues = Arrays.copyOf(values, values.length - 1);
            System.arraycopy(keys, at + 1, fewerKeys, at, keys.length - at - 1);
            System.arraycopy(values, at + 1, fewerValues, at, values.length - at - 1);
            return new Leaf<>(fewerKeys, fewerValues, weight - weigher.applyAsLong(value(at)));
        }
    }

    /** A node with children of the same height. {@code firsts} has the least key of each child. */
    final class Branch<V> implements EntryNode<V> {
        private final String[] firsts;
        private final EntryNode<?>[] children;
        private final long weight;

        private Branch(String[] firsts, EntryNode<?>[] children, long weight) {
            this.firsts = firsts;
            this.children = children;
            this.weight = weight;
        }

        static <V> Branch<V> of(List<EntryNode<V>> children) {
            return new Branch<>(
                    children.stream().map(EntryNode::first).toArray(String[]::new),
                    children.toArray(EntryNode<?>[]::new),
                    children.stream().mapToLong(EntryNode::weight).sum());
        }

        @Override
        public int size() {
            return children.length;
        }

        @Override
        public long weight() {
            return weight;
        }

        @Override
        public String first() {
            return firsts[0];
        }

        EntryNode<V> child(int at) {
            return (EntryNode<V>) children[at];
        }

        /** Returns the index of the only child that can contain a key. */
        int place(String key) {
            return EntryNode.place(firsts, key);
        }

        @Override
        public @Nullable V get(String key) {
            return child(place(key)).get(key);
        }

        @Override
        public long weightAfter(String key, ToLongFunction<? super V> weigher) {
            int at = place(key);
            long after = child(at).weightAfter(key, weigher);
            for (int i = at + 1; i < children.length; i++) {
                after += children[i].weight();
            }
            return after;
        }

        @Override
        public List<EntryNode<V>> with(String key, V value, ToLongFunction<? super V> weigher) {
            int at = place(key);
            List<EntryNode<V>> changed = child(at).with(key, value, weigher);
            Branch<V> next = replaced(at, changed);
            if (next.children.length <= MAX_SIZE) {
                return List.of(next);
            }
            int half = next.children.length / 2;
            return List.of(next.part(0, half), next.part(half, next.children.length));
        }

        @Override
        public EntryNode<V> without(String key, ToLongFunction<? super V> weigher) {
            int at = place(key);
            EntryNode<V> left = child(at).without(key, weigher);
            if (left == children[at]) {
                return this;
            }
            return replaced(at, left.size() == 0 ? List.of() : List.of(left));
        }

        /** Returns the same branch with one child replaced by other nodes. */
        private Branch<V> replaced(int at, List<EntryNode<V>> nodes) {
            int more = nodes.size() - 1;
            String[] nextFirsts = Arrays.copyOf(firsts, firsts.length + more);
            EntryNode<?>[] next = Arrays.copyOf(children, children.length + more);
            System.arraycopy(firsts, at + 1, nextFirsts, at + 1 + more, firsts.length - at - 1);
            System.arraycopy(children, at + 1, next, at + 1 + more, children.length - at - 1);
            long changed = weight - children[at].weight();
            for (int i = 0; i < nodes.size(); i++) {
                nextFirsts[at + i] = nodes.get(i).first();
                next[at + i] = nodes.get(i);
                changed += nodes.get(i).weight();
            }
            return new Branch<>(nextFirsts, next, changed);
        }

        private Branch<V> part(int from, int to) {
            long sum = 0;
            for (int i = from; i < to; i++) {
                sum += children[i].weight();
            }
            return new Branch<>(Arrays.copyOfRange(firsts, from, to), Arrays.copyOfRange(children, from, to), sum);
        }
    }
}

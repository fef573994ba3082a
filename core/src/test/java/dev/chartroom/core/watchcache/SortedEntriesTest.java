package dev.chartroom.core.watchcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortedEntriesTest {

    /** Covers sizes far beyond one node. The map starts empty or filled, then grows, and then shrinks. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 48, 64, 65, 5_000})
    void everyStateMatchesASortedMapAndIsImmutable(int first) {
        Random random = new Random(first);
        NavigableMap<String, Integer> expected = new TreeMap<>();
        IntStream.range(0, first).forEach(_ -> expected.put(key(random), random.nextInt(100)));
        SortedEntries<Integer> entries = SortedEntries.of(expected, Integer::longValue);
        assertSame(entries, expected, random);
        for (int removing = 0; removing < 2; removing++) {
            for (int i = 0; i < 6_000; i++) {
                SortedEntries<Integer> before = entries;
                String key = removing == 1 && !expected.isEmpty() ? near(expected, key(random)) : key(random);
                boolean isRemoval = random.nextInt(10) < (removing == 0 ? 3 : 9);
                Integer known = expected.get(key);
                if (isRemoval) {
                    entries = entries.without(key);
                    expected.remove(key);
                } else {
                    int value = random.nextInt(100);
                    entries = entries.with(key, value);
                    expected.put(key, value);
                }
                assertThat(entries.get(key)).isEqualTo(expected.get(key));
                assertThat(before.get(key)).isEqualTo(known);
                if (i % 500 == 0) {
                    assertSame(entries, expected, random);
                }
            }
            assertSame(entries, expected, random);
        }
        for (String key : List.copyOf(expected.keySet())) {
            entries = entries.without(key);
        }
        assertThat(entries.isEmpty()).isTrue();
        assertThat(entries.with("a", 1).values()).containsExactly(1);
    }

    @Test
    void removalOfAMissingKeyChangesNothing() {
        SortedEntries<Integer> entries = SortedEntries.of(new TreeMap<>(Map.of("a", 1, "c", 3)), _ -> 1);

        assertThat(entries.without("b")).isSameAs(entries);
        assertThat(SortedEntries.<Integer>none(_ -> 1).without("b").isEmpty()).isTrue();
    }

    /** A change copies the nodes on the path to an entry, and each of them is small. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 100_000})
    void depthGrowsSlowlyWithTheNumberOfEntries(int size) {
        NavigableMap<String, Integer> map = new TreeMap<>();
        IntStream.range(0, size).forEach(i -> map.put("key-" + (1_000_000 + i), i));
        SortedEntries<Integer> entries = SortedEntries.of(map, _ -> 1);

        assertThat(entries.depth()).isLessThanOrEqualTo(size == 1_000 ? 2 : 4);
        assertThat(entries.with("key-1000500x", 1).depth()).isLessThanOrEqualTo(entries.depth() + 1);
    }

    private static void assertSame(
            SortedEntries<Integer> entries, NavigableMap<String, Integer> expected, Random random) {
        assertThat(entries.values()).containsExactlyElementsOf(expected.values());
        assertThat(entries.iterator()).toIterable().containsExactlyElementsOf(expected.values());
        assertThat(entries.isEmpty()).isEqualTo(expected.isEmpty());
        assertThat(entries.weight()).isEqualTo(sum(expected));
        for (String after : List.of("", key(random), near(expected, key(random)), "~")) {
            assertThat(entries.valuesAfter(after))
                    .containsExactlyElementsOf(expected.tailMap(after, false).values());
            assertThat(entries.weightAfter(after)).isEqualTo(sum(expected.tailMap(after, false)));
        }
    }

    private static long sum(Map<String, Integer> map) {
        return map.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** Returns an existing key, or the given key if the map is empty. */
    private static String near(NavigableMap<String, Integer> map, String key) {
        Map.Entry<String, Integer> entry = map.ceilingEntry(key);
        return entry == null ? map.isEmpty() ? key : map.firstKey() : entry.getKey();
    }

    private static String key(Random random) {
        return Integer.toString(random.nextInt(20_000), 36);
    }
}

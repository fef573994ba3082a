package dev.chartroom.core.watchcache;

import static dev.chartroom.core.watchcache.CachedObjects.stored;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SortedApplicationsTest {
    @Test
    void objectsAreSortedByTheirKeysAcrossNamespaces() {
        SortedApplications sorted = SortedApplications.of(List.of(stored("a", "z", 1), stored("a-b", "a", 2)));

        assertThat(keys(sorted, "")).containsExactly("a-b/a", "a/z");
        assertThat(keys(sorted, "a")).containsExactly("a/z");
        assertThat(keys(sorted, "b")).isEmpty();
    }

    @Test
    void changesMatchASortedMapAndLeaveEarlierStatesUnchanged() {
        Random random = new Random(1);
        Map<NamespacedName, ServedApplication> expected = new TreeMap<>();
        SortedApplications sorted = SortedApplications.NONE;
        List<SortedApplications> earlier = new ArrayList<>();
        List<List<ServedApplication>> were = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            ServedApplication stored = stored("ns-" + random.nextInt(4), "n" + random.nextInt(10), i);
            NamespacedName name = stored.metadata().namespacedName();
            if (random.nextInt(3) == 0) {
                sorted = sorted.without(name);
                expected.remove(name);
                assertThat(sorted.get(name)).isNull();
            } else {
                sorted = sorted.with(stored);
                expected.put(name, stored);
                assertThat(sorted.get(name)).isSameAs(stored);
            }
            earlier.add(sorted);
            were.add(List.copyOf(expected.values()));
        }

        for (int i = 0; i < earlier.size(); i++) {
            assertThat(earlier.get(i).in("").toList()).isEqualTo(were.get(i));
            assertThat(earlier.get(i).count("", null)).isEqualTo(were.get(i).size());
            assertThat(earlier.get(i).iterator("")).toIterable().containsExactlyElementsOf(were.get(i));
            assertThat(earlier.get(i).iterator("ns-1"))
                    .toIterable()
                    .containsExactlyElementsOf(earlier.get(i).in("ns-1").toList());
        }
        for (String namespace : List.of("", "ns-0", "ns-2", "other")) {
            assertThat(sorted.count(namespace, null))
                    .isEqualTo(sorted.in(namespace).count());
            for (NamespacedName after : List.of(
                    new NamespacedName("ns-2", "n3"),
                    new NamespacedName("ns-2", "n"),
                    new NamespacedName("ns-2", "z"))) {
                if (namespace.isEmpty() || namespace.equals(after.namespace())) {
                    assertThat(sorted.count(namespace, after))
                            .isEqualTo(sorted.in(namespace, after).count());
                }
            }
        }
        assertThat(SortedApplications.of(List.copyOf(expected.values())).in("").toList())
                .isEqualTo(sorted.in("").toList());
    }

    private static List<String> keys(SortedApplications sorted, String namespace) {
        return sorted.in(namespace)
                .map(stored -> stored.metadata().namespacedName().key())
                .toList();
    }
}

package dev.chartroom.core.watchcache;

import static dev.chartroom.core.watchcache.CachedObjects.stored;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.Selection;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LatestSnapshotsTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final Selection ALL = selection("", "");

    private final ScriptedListerWatcher feed = new ScriptedListerWatcher();
    private final GroupCache cache = new GroupCache(CacheLimits.DEFAULT, PendingChanges.ofHeap(), Clock.systemUTC());
    private final LatestSnapshots snapshots = new LatestSnapshots(feed);

    @BeforeEach
    void fill() {
        fill(cache);
    }

    private static void fill(GroupCache cache) {
        cache.replace(List.of(REDIS), new ResourceVersion(9), List.of(stored("a", 1), stored("b", 2), stored("c", 3)));
    }

    @Test
    void cacheAtTheStoresLatestVersion_servesTheList() {
        feed.latest = Optional.of(new ResourceVersion(9));

        assertThat(listed(ALL).resourceVersion()).isEqualTo(new ResourceVersion(9));
        assertThat(feed.asked).containsExactly("latest");
    }

    @Test
    void cacheBehindTheLatestVersion_isAwaited() {
        feed.latest = Optional.of(new ResourceVersion(20));
        feed.onLatest = () -> Thread.startVirtualThread(() -> {
            cache.put(stored("d", 19));
            cache.advanceTo(21);
        });

        ListedState list = listed(ALL);

        assertThat(list.resourceVersion()).isEqualTo(new ResourceVersion(21));
        assertThat(list.snapshot().of(REDIS.groupResource()).count("", null)).isEqualTo(4);
    }

    @Test
    void storeWithoutALatestVersion_isAskedForObjectVersions() {
        feed.versions = versions(12);

        assertThat(listed(ALL).resourceVersion()).isEqualTo(new ResourceVersion(12));
        assertThat(feed.asked).containsExactly("latest", "versions");
    }

    /** The watch of the cache may be dead, so the next list would wait in vain, too. */
    @Test
    void cacheThatMissesTheLatestVersion_isComparedWithObjectVersions() {
        feed.latest = Optional.of(new ResourceVersion(20));
        feed.versions = versions(12);
        GroupCache impatient = new GroupCache(limits(), PendingChanges.ofHeap(), Clock.systemUTC());
        fill(impatient);

        for (int i = 0; i < 2; i++) {
            assertThat(Objects.requireNonNull(snapshots.of(impatient, REDIS, ALL))
                            .resourceVersion())
                    .isEqualTo(new ResourceVersion(12));
        }
        assertThat(feed.asked).containsExactly("latest", "versions", "versions");
    }

    private static CacheLimits limits() {
        CacheLimits usual = CacheLimits.DEFAULT;
        return new CacheLimits(
                usual.remembered(),
                usual.heldPages(),
                usual.heldBytes(),
                usual.heldFor(),
                usual.versionTimeout(),
                Duration.ofMillis(10),
                usual.staleAfter(),
                usual.retries(),
                usual.idleTimeout(),
                usual.relistSpread());
    }

    /** A kube-apiserver finds an object directly by name and namespace. By name alone, it reads all objects. */
    @ParameterizedTest
    @CsvSource({
        "'', '', 3, latest",
        "'', '', 4, versions",
        "ns, '', 4, versions",
        "elsewhere, '', 1, versions",
        "ns, metadata.name=a, 1, versions",
        "'', metadata.name=a, 1, latest",
        "ns, metadata.name!=a, 1, latest"
    })
    void listOfFewObjects_isComparedWithTheirVersions(String namespace, String fields, long fewest, String asked) {
        feed.latest = Optional.of(new ResourceVersion(9));
        feed.versions = versions(9);
        feed.minObjectsForLatest = fewest;

        assertThat(listed(selection(namespace, fields)).resourceVersion()).isEqualTo(new ResourceVersion(9));
        assertThat(feed.asked).containsExactly(asked);
    }

    /** Even if the lists differ, a storm of them costs the store as much as two lists. */
    @Test
    void listsDuringARequestToTheStore_shareTheNextAnswer() throws Exception {
        int lists = 50;
        CountDownLatch first = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        feed.latest = Optional.of(new ResourceVersion(9));
        feed.onLatest = () -> await(first);
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<@Nullable ListedState>> answers = new ArrayList<>();
            answers.add(readers.submit(() -> snapshots.of(cache, REDIS, ALL)));
            Awaitility.await().until(() -> feed.asked.size() == 1);
            IntStream.range(0, lists)
                    .forEach(i -> answers.add(readers.submit(() -> {
                        begun.incrementAndGet();
                        return snapshots.of(cache, REDIS, selection("", "metadata.name!=x" + i));
                    })));
            Awaitility.await().until(() -> begun.get() == lists);
            first.countDown();
            for (Future<@Nullable ListedState> answer : answers) {
                assertThat(answer.get()).isNotNull();
            }
        }
        // When the first answer arrives, some lists may have begun without having joined a request yet.
        assertThat(feed.asked).containsOnly("latest").hasSizeBetween(2, 10);
    }

    private ListedState listed(Selection selection) {
        return Objects.requireNonNull(snapshots.of(cache, REDIS, selection));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Selection selection(String namespace, String fields) {
        return new Selection(namespace, LabelSelector.EVERYTHING, FieldSelector.parse(fields));
    }

    private static ObjectVersions versions(long revision) {
        return new ObjectVersions(
                new ResourceVersion(revision),
                List.of(
                        new ObjectVersion(new NamespacedName("ns", "a"), "1"),
                        new ObjectVersion(new NamespacedName("ns", "b"), "2"),
                        new ObjectVersion(new NamespacedName("ns", "c"), "3")));
    }
}

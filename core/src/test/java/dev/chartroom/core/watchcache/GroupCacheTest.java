package dev.chartroom.core.watchcache;

import static dev.chartroom.core.watchcache.CachedObjects.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupCacheTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final ResourceVersion START = new ResourceVersion(1);

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-02T03:04:05Z"));
    private final GroupCache cache = new GroupCache(CacheLimits.DEFAULT, PendingChanges.ofHeap(), clock);
    private final AtomicInteger matched = new AtomicInteger();

    @BeforeEach
    void fill() {
        cache.replace(List.of(REDIS), START, List.of());
    }

    /** The client determines how long its selectors take to match. */
    @Test
    void selectorsAreMatchedWithoutHoldingTheGroupsLock() throws InterruptedException {
        try (WatchStream watch = cache.watch(REDIS, selecting(this::isLockFree), START, null)) {
            cache.put(stored("a", 2));
            cache.put(stored("b", 3));

            assertThat(next(watch)).isEqualTo("a 2");
            assertThat(next(watch)).isEqualTo("b 3");
        }
        try (WatchStream late = cache.watch(REDIS, selecting(this::isLockFree), START, null)) {
            assertThat(next(late)).isEqualTo("a 2");
            assertThat(next(late)).isEqualTo("b 3");
        }
        assertThat(matched).hasValue(4);
    }

    /** A client that has received a bookmark does not request changes that precede the bookmark. */
    @Test
    void bookmarkDoesNotOvertakeAChangeThatIsBeingMatched() throws InterruptedException {
        AtomicReference<WatchStream> opened = new AtomicReference<>();
        List<String> meanwhile = new ArrayList<>();
        WatchRequest request = selecting(() -> {
            clock.advance(Duration.ofMinutes(2));
            meanwhile.add(elsewhere(() -> next(opened.get())));
        });
        try (WatchStream watch = cache.watch(REDIS, request, START, null)) {
            opened.set(watch);
            cache.put(stored("a", 2));
            cache.put(stored("b", 3));

            assertThat(meanwhile).containsExactly("nothing", "a 2");
            assertThat(next(watch)).isEqualTo("b 3");
            clock.advance(Duration.ofMinutes(2));
            assertThat(next(watch)).isEqualTo("bookmark 3");
        }
    }

    /** A client resumes at the last event or bookmark. It would receive an event again that is after an older bookmark. */
    @Test
    void bookmarkIsNotOlderThanTheLastEvent() throws InterruptedException {
        List<WatchStream> watches = new ArrayList<>();
        List<List<Integer>> versions = List.of(new ArrayList<>(), new ArrayList<>());
        // Whichever of the watches receives a change first is read while the change is matched for the other one.
        try (WatchStream first =
                        cache.watch(REDIS, selecting(() -> readTwice(watches.get(1), versions.get(1))), START, null);
                WatchStream second =
                        cache.watch(REDIS, selecting(() -> readTwice(watches.get(0), versions.get(0))), START, null)) {
            watches.addAll(List.of(first, second));
            cache.put(stored("a", 2));
            cache.put(stored("b", 3));

            assertThat(versions).allSatisfy(each -> assertThat(each).isSorted());
            assertThat(versions).anySatisfy(each -> assertThat(each).endsWith(3));
            clock.advance(Duration.ofMinutes(2));
            assertThat(List.of(next(first), next(second)))
                    .containsOnlyOnce("bookmark 3")
                    .containsOnlyOnce("b 3");
        }
    }

    private void readTwice(WatchStream watch, List<Integer> versions) {
        for (int i = 0; i < 2; i++) {
            clock.advance(Duration.ofMinutes(2));
            String read = elsewhere(() -> next(watch));
            if (!read.equals("nothing")) {
                versions.add(Integer.parseInt(read.replaceFirst(".* ", "")));
            }
        }
    }

    /** A watch that is catching up receives new changes once and in order. */
    @Test
    void watchOpenedDuringChangesReceivesEachChangeOnceInOrder() throws InterruptedException {
        int changes = 2_000;
        Thread changing = Thread.startVirtualThread(
                () -> IntStream.range(2, changes).forEach(version -> cache.put(stored("a", version))));
        WatchRequest everything = WatchRequest.after("ns", "1");
        while (changing.isAlive()) {
            try (WatchStream watch = cache.watch(REDIS, everything, START, null)) {
                for (int version = 2; version < Math.min(changes, 50); version++) {
                    assertThat(next(watch, Duration.ofSeconds(30))).isEqualTo("a " + version);
                }
            }
        }
        try (WatchStream watch = cache.watch(REDIS, everything, START, null)) {
            for (int version = 2; version < changes; version++) {
                assertThat(next(watch)).isEqualTo("a " + version);
            }
            assertThat(next(watch)).isEqualTo("nothing");
        }
    }

    /** Fails if this thread holds the group's lock. In that case, another thread cannot take the lock. */
    private void isLockFree() {
        assertThat(elsewhere(cache::watches)).isNotNull();
    }

    private WatchRequest selecting(Runnable whileMatching) {
        Selection selection = mock(Selection.class);
        when(selection.test(any())).thenAnswer(_ -> {
            matched.incrementAndGet();
            whileMatching.run();
            return true;
        });
        when(selection.namespace()).thenReturn("ns");
        when(selection.fieldSelector()).thenReturn(FieldSelector.EVERYTHING);
        WatchRequest request = mock(WatchRequest.class);
        when(request.selection()).thenReturn(selection);
        when(request.namespace()).thenReturn("ns");
        when(request.bookmarks()).thenReturn(true);
        when(request.timeout()).thenReturn(Duration.ZERO);
        return request;
    }

    @FunctionalInterface
    private interface Task<T> {
        T run() throws InterruptedException;
    }

    private static <T> T elsewhere(Task<T> task) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                outcome.complete(task.run());
            } catch (InterruptedException e) {
                outcome.completeExceptionally(e);
            }
        });
        return outcome.orTimeout(10, TimeUnit.SECONDS).join();
    }

    private static String next(WatchStream watch) throws InterruptedException {
        return next(watch, Duration.ZERO);
    }

    private static String next(WatchStream watch, Duration timeout) throws InterruptedException {
        return switch (watch.next(timeout)) {
            case WatchEvent.Added<ServedApplication>(var object) -> line(object);
            case WatchEvent.Modified<ServedApplication>(var object) -> line(object);
            case WatchEvent.Bookmark<ServedApplication> bookmark -> "bookmark " + bookmark.resourceVersion();
            case null -> "nothing";
            case WatchEvent<ServedApplication> other -> other.toString();
        };
    }

    private static String line(ServedApplication object) {
        return object.namespacedName().name() + " " + object.resourceVersion();
    }
}

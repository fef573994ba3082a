package dev.chartroom.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PendingChangesTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final long EVENT = change(1).eventSize();
    private static final int ROOM = 8;

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-02T03:04:05Z"));
    private final PendingChanges all = new PendingChanges(ROOM * (EVENT + PendingChanges.PLACE), Long.MAX_VALUE);

    @Test
    void changeCountsOnceForAllWatchesThatQueueIt() {
        long expected = ROOM * (EVENT + 1000 * PendingChanges.PLACE);
        PendingChanges many = new PendingChanges(expected, Long.MAX_VALUE);
        List<CacheWatcher> watches = IntStream.range(0, 1000)
                .mapToObj(i -> watch("user-" + i % 7, many))
                .toList();
        for (int i = 1; i <= ROOM; i++) {
            Change change = change(i);
            watches.forEach(watch -> watch.offer(change));
        }

        assertThat(many.taken()).isEqualTo(expected);
        watches.forEach(watch -> assertThat(read(watch, ROOM)).endsWith(Integer.toString(ROOM)));
        assertThat(many.taken()).isZero();
    }

    /** Each of Alice's watches selects different objects, so each watch keeps its own changes. */
    @Test
    void watchesOfTheUserWithTheMostPendingChangesEnd() {
        CacheWatcher bobs = watch("bob");
        bobs.offer(change(1));
        List<CacheWatcher> alices =
                IntStream.range(0, 100).mapToObj(_ -> watch("alice")).toList();
        int version = 2;
        for (CacheWatcher watch : alices) {
            watch.offer(change(version++));
            assertThat(all.taken()).isLessThanOrEqualTo(ROOM * (EVENT + PendingChanges.PLACE));
        }

        bobs.offer(change(version));
        assertThat(read(bobs, 2)).containsExactly("1", Integer.toString(version));
        assertThat(alices.stream().filter(watch -> watch.pendingBytes() > 0)).hasSizeBetween(1, ROOM);
        assertThat(read(alices.getFirst(), 1)).containsExactly("Ended");
    }

    /** The client resumes after the last event that it received. So the watch must not send an event after a gap. */
    @Test
    void watchThatOverflowsEndsAfterTheLastReadEvent() {
        CacheWatcher slow = watch("alice");
        slow.offer(change(1));
        assertThat(read(slow, 1)).containsExactly("1");
        for (int i = 2; i < 2 * ROOM; i++) {
            slow.offer(change(i));
        }
        clock.advance(Duration.ofMinutes(2));

        assertThat(slow.isDrained()).isFalse();
        assertThat(read(slow, 2)).containsExactly("Ended", "Ended");
        assertThat(all.taken()).isZero();
    }

    @Test
    void closedWatchReleasesItsMemory() {
        CacheWatcher closed = watch("alice");
        closed.offer(change(1));
        closed.close();
        closed.offer(change(2));

        assertThat(all.taken()).isZero();
    }

    /** A slow watch keeps neither objects outside its selection nor objects that its reader has already taken. */
    @Test
    void watchKeepsOnlyUnreadSelectedObjectsOfItsInitialState() {
        Iterator<ServedApplication> state = IntStream.rangeClosed(1, 1000)
                .mapToObj(PendingChangesTest::served)
                .iterator();
        CacheWatcher watch = new CacheWatcher(
                object -> object.resourceVersion().endsWith("00"),
                ResourceVersion.ZERO,
                all,
                clock,
                Duration.ZERO,
                _ -> null,
                _ -> {});
        watch.sendExisting(state);

        assertThat(read(watch, 1)).containsExactly("100");
        assertThat(state.hasNext()).isFalse();
        assertThat(read(watch, 9)).endsWith("1000").hasSize(9);
        assertThat(watch.isDrained()).isFalse();
        watch.end();
        assertThat(read(watch, 1)).containsExactly("Ended");
    }

    @Test
    void endedWatchSendsNoFurtherInitialEvents() {
        CacheWatcher watch = watch("alice");
        watch.sendExisting(IntStream.rangeClosed(1, 10)
                .mapToObj(PendingChangesTest::served)
                .iterator());
        assertThat(read(watch, 2)).containsExactly("1", "2");

        watch.cut();

        assertThat(read(watch, 1)).containsExactly("Ended");
    }

    /** The cache of a group also has a watch, and no user must be able to end that watch. */
    @Test
    void watchesOpenedByNoClientAreNotCounted() {
        CacheWatcher own = watch(null);
        for (int i = 1; i <= 2 * ROOM; i++) {
            own.offer(change(i));
        }

        assertThat(read(own, 2 * ROOM)).doesNotContain("Ended");
    }

    /**
     * Readers take events while another thread ends their watches. Each reader must have received every event up to
     * some change.
     */
    @Test
    void watchThatMissesAnEventSendsNoLaterEvents() throws InterruptedException {
        int changes = 2_000;
        List<CacheWatcher> watches =
                IntStream.range(0, 8).mapToObj(i -> watch("user-" + i)).toList();
        List<Thread> readers = watches.stream()
                .map(watch -> Thread.startVirtualThread(() -> {
                    String event = "";
                    for (int expected = 1; expected <= changes && !event.equals("Ended"); expected++) {
                        event = read(watch, 1).getFirst();
                        assertThat(event).isIn(Integer.toString(expected), "Ended");
                    }
                }))
                .toList();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        readers.forEach(reader -> reader.setUncaughtExceptionHandler((_, e) -> failures.add(e)));
        for (int i = 1; i <= changes; i++) {
            Change change = change(i);
            watches.forEach(watch -> watch.offer(change));
        }
        for (Thread reader : readers) {
            reader.join();
        }

        assertThat(failures).isEmpty();
        watches.forEach(CacheWatcher::close);
        assertThat(all.taken()).isZero();
    }

    /** To find the user with the most pending changes, a change counts once per user. */
    @Test
    void changeSharedByWatchesOfOneUserCountsOnceForThatUser() {
        PendingChanges few = new PendingChanges(6 * EVENT + 14 * PendingChanges.PLACE, Long.MAX_VALUE);
        List<CacheWatcher> sharing =
                IntStream.range(0, 8).mapToObj(_ -> watch("alice", few)).toList();
        CacheWatcher alone = watch("bob", few);
        Change shared = change(1);
        sharing.forEach(watch -> watch.offer(shared));
        for (int i = 2; i <= 7; i++) {
            alone.offer(change(i));
        }

        assertThat(read(alone, 1)).containsExactly("Ended");
        sharing.forEach(watch -> assertThat(read(watch, 1)).containsExactly("1"));
    }

    @Test
    void watchCountsForTheUserOfTheRequestThatOpensIt() {
        assertThat(watch("alice").sharer()).isEqualTo("alice");
        assertThat(watch(null).sharer()).isEmpty();
    }

    private CacheWatcher watch(@Nullable String user) {
        return watch(user, all);
    }

    private CacheWatcher watch(@Nullable String user, PendingChanges pending) {
        if (user == null) {
            return open(pending);
        }
        AtomicReference<CacheWatcher> opened = new AtomicReference<>();
        new ServerCapacity(2, 1 << 20).during(() -> {
            ServerCapacity.current().orElseThrow().countFor(user);
            opened.set(open(pending));
        });
        return opened.get();
    }

    private CacheWatcher open(PendingChanges pending) {
        return new CacheWatcher(
                _ -> true, ResourceVersion.ZERO, pending, clock, Duration.ZERO, CacheWatcher::start, _ -> {});
    }

    private static List<String> read(CacheWatcher watch, int events) {
        return IntStream.range(0, events).mapToObj(_ -> next(watch)).toList();
    }

    private static String next(CacheWatcher watch) {
        try {
            return switch (watch.next(Duration.ofSeconds(20))) {
                case null -> "nothing";
                case WatchEvent.Added<ServedApplication>(var object) -> object.resourceVersion();
                case WatchEvent.Bookmark<ServedApplication> _ -> "bookmark";
                case WatchEvent<ServedApplication> other -> other.getClass().getSimpleName();
            };
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Change change(int version) {
        return new Change(version, null, served(version));
    }

    private static ServedApplication served(int version) {
        ObjectMeta metadata = ObjectMeta.of("ns", "a").toBuilder()
                .resourceVersion(Integer.toString(version))
                .annotations(Map.of(
                        "padding", "x".repeat(10 - Integer.toString(version).length())))
                .build();
        Application application = new Application(REDIS.gvk(), metadata, JsonObject.EMPTY, JsonObject.EMPTY);
        return new StoredApplication(REDIS, application, new TextCodec()).served();
    }
}

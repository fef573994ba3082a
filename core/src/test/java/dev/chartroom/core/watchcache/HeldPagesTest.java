package dev.chartroom.core.watchcache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeldPagesTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final int BYTES = 1000;
    private static final CacheLimits LIMITS = limits();

    private final GroupCache cache = new GroupCache(LIMITS, PendingChanges.ofHeap(), Clock.systemUTC());
    private final HeldPages pages = new HeldPages(new ScriptedListerWatcher(), LIMITS, Clock.systemUTC());
    private final ServerCapacity capacity = new ServerCapacity(2, 1 << 20);
    private int version = 10;

    private static CacheLimits limits() {
        CacheLimits usual = CacheLimits.DEFAULT;
        return new CacheLimits(
                usual.remembered(),
                usual.heldPages(),
                10L * BYTES,
                usual.heldFor(),
                usual.versionTimeout(),
                usual.confirmationTimeout(),
                usual.staleAfter(),
                usual.retries(),
                usual.idleTimeout(),
                usual.relistSpread());
    }

    @BeforeEach
    void fill() {
        cache.replace(List.of(REDIS), new ResourceVersion(9), List.of(stored("a", 1), stored("b", 2), stored("c", 3)));
    }

    @Test
    void userWithManyListsEvictsOnlyOwnPages() {
        String bobs = first("bob", 0);
        List<String> alices =
                IntStream.range(1, 100).mapToObj(i -> first("alice", i)).toList();

        assertThat(next(0, bobs)).isNotNull();
        assertThat(next(1, alices.getFirst())).isNull();
        assertThat(next(99, alices.getLast())).isNotNull();
        assertThat(IntStream.range(1, 100).filter(i -> next(i, alices.get(i - 1)) != null))
                .hasSize(LIMITS.heldPages() - 1);
    }

    /** A page keeps objects in memory that were replaced after its list. Old pages are dropped at the next list. */
    @Test
    void pageIsDroppedAfterManyBytesWereReplaced() {
        String old = first("alice", 0);
        change(6);
        String later = first("alice", 1);
        assertThat(next(0, old)).isNotNull();

        change(2);
        first("alice", 2);

        assertThat(next(0, old)).isNull();
        assertThat(next(1, later)).isNotNull();
    }

    @Test
    void relistCountsAsReplacingAllObjects() {
        String old = first("alice", 0);
        for (int i = 0; i < 4; i++) {
            cache.replace(
                    List.of(REDIS),
                    new ResourceVersion(version++),
                    List.of(stored("a", 1), stored("b", 2), stored("c", 3)));
        }
        first("alice", 1);

        assertThat(next(0, old)).isNull();
    }

    /** A page also keeps its selector. */
    @Test
    void pageWithALongSelectorIsNotHeld() {
        String selector = "!a,".repeat(20_000) + "!a";
        Snapshot snapshot = cache.snapshot();
        ListRequest request =
                new ListRequest("", LabelSelector.parse(selector), FieldSelector.EVERYTHING, 2, "", "", "");

        ApplicationPage page = pages.first(REDIS, request, new ListedState(snapshot, snapshot.revision()));

        assertThat(page.continueToken()).isNotEmpty();
        assertThat(pages.next(REDIS, request.withContinue(page.continueToken())))
                .isNull();
    }

    private void change(int times) {
        for (int i = 0; i < times; i++) {
            cache.put(stored("a", version++));
        }
    }

    /** Lists the first page for a user, with a selector that no other list has. Returns the continue token. */
    private String first(String user, int label) {
        StringBuilder token = new StringBuilder();
        capacity.during(() -> {
            ServerCapacity.current().orElseThrow().countFor(user);
            Snapshot snapshot = cache.snapshot();
            token.append(pages.first(REDIS, request(label, ""), new ListedState(snapshot, snapshot.revision()))
                    .continueToken());
        });
        return token.toString();
    }

    private @Nullable ApplicationPage next(int label, String token) {
        return pages.next(REDIS, request(label, token));
    }

    private static ListRequest request(int label, String token) {
        return new ListRequest("", LabelSelector.parse("!l" + label), FieldSelector.EVERYTHING, 2, token, "", "");
    }

    private static ServedApplication stored(String name, long version) {
        ObjectMeta metadata = ObjectMeta.of("ns", name).toBuilder()
                .resourceVersion(Long.toString(version))
                .annotations(Map.of("padding", "x".repeat(BYTES)))
                .build();
        return CachedObjects.stored(REDIS, metadata);
    }
}

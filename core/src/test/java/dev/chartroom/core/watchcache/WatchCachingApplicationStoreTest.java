package dev.chartroom.core.watchcache;

import static dev.chartroom.core.watchcache.CachedObjects.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.apimachinery.watch.WatchWindow;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WatchCachingApplicationStoreTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long THREE_EVENTS = 3 * (128 + 208);
    private static final int HELD_PAGES = 10;
    private static final long HELD_BYTES = 10_000;
    private static final CacheLimits LIMITS = new CacheLimits(
            new WatchWindow.Bounds(2_000, Duration.ofMinutes(5)),
            HELD_PAGES,
            HELD_BYTES,
            Duration.ofMinutes(5),
            Duration.ofMillis(10),
            Duration.ofMillis(200),
            Duration.ofSeconds(30),
            new Backoff(Duration.ofMillis(5), 2, Duration.ofMillis(10), 1),
            Duration.ofMillis(200),
            Duration.ofMillis(5));

    private final ApplicationKind redis = Kinds.redis();
    private final ApplicationStore truth = mock(ApplicationStore.class);
    private final ScriptedListerWatcher feed = new ScriptedListerWatcher();
    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-02T03:04:05Z"));
    private final WatchCachingApplicationStore cached = started(feed);

    @AfterEach
    void stop() {
        cached.close();
    }

    @Test
    void readsOfAnyStateAreServedFromMemory() {
        listed(page("7", "1", stored("a", 5)), page("7", "", stored("b", 6)));

        ApplicationPage page = cached.list(redis, list("0"));

        assertThat(names(page)).containsExactly("a", "b");
        assertThat(page.resourceVersion()).isEqualTo("7");
        assertThat(cached.get(redis, name("b"), "7").metadata().resourceVersion())
                .isEqualTo("6");
        assertThatThrownBy(() -> cached.get(redis, name("c"), "0"))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(e.error()).isEqualTo(new ApiError.NotFound(redis.groupResource(), "c")));
        assertThat(feed.asked).containsExactly("list ", "list 1", "watch 7");
        verifyNoInteractions(truth);
    }

    @Test
    void readsThatTheCacheCannotAnswerAreServedByTheStore() {
        listed(page("7", "", stored("a", 5), stored("b", 5), stored("c", 5), stored("d", 5), stored("e", 5)));
        ServedApplication latest = stored("a", 9);
        ApplicationPage page = page("9", "", latest);
        when(truth.get(redis, name("a"), "")).thenReturn(latest);
        when(truth.get(redis, name("a"), "9")).thenReturn(latest);
        when(truth.list(any(), any())).thenReturn(page);

        assertThat(cached.get(redis, name("a"), "")).isSameAs(latest);
        assertThat(cached.get(redis, name("a"), "9")).isSameAs(latest);
        assertThat(cached.list(redis, list("9"))).isSameAs(page);
        assertThat(cached.list(redis, list("").withLimit(1))).isSameAs(page);
        assertThat(cached.list(redis, list("7").withLimit(1))).isSameAs(page);
        assertThat(cached.list(redis, list("").withContinue("token"))).isSameAs(page);
    }

    /** The cache would return all objects, and the client would get no continue token. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Exact", "NotOlderThan"})
    void listWithALimitAndAVersionIsServedByTheStore(String match) {
        listed(page("7", "", stored("a", 5), stored("b", 6)));
        ListRequest request =
                new ListRequest("ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 1, "", "7", match);
        ApplicationPage page = page("7", "more", stored("a", 5));
        when(truth.list(redis, request)).thenReturn(page);

        assertThat(cached.list(redis, request)).isSameAs(page);
    }

    @Test
    void latestObjectIsServedFromMemoryIfTheStoreConfirmsItsVersion() {
        listed(page("7", "", stored("a", 5)));
        feed.version = Optional.of("5");

        assertThat(cached.get(redis, name("a"), "").resourceVersion()).isEqualTo("5");
        verifyNoInteractions(truth);
    }

    @Test
    void latestObjectIsServedFromMemoryIfTheWatchDeliversItInTime() {
        listed(page("7", "", stored("a", 5)));
        feed.version = Optional.of("9");
        feed.onVersion = () -> {
            feed.events.add(new WatchEvent.Modified<>(stored("a", 9)));
            await().until(() -> cached.summary().contains("at 9"));
        };

        assertThat(cached.get(redis, name("a"), "").resourceVersion()).isEqualTo("9");
        verifyNoInteractions(truth);
    }

    /**
     * For an object outside the cache, a version from the store is not enough: the version may belong to an object of
     * another kind.
     */
    @Test
    void unknownOrChangedObjectIsReadFromTheStore() {
        listed(page("7", "", stored("a", 5)));
        feed.version = Optional.of("9");
        ServedApplication changed = stored("a", 9);
        ServedApplication unknown = stored("b", 9);
        when(truth.get(redis, name("a"), "")).thenReturn(changed);
        when(truth.get(redis, name("b"), "")).thenReturn(unknown);

        assertThat(cached.get(redis, name("a"), "")).isSameAs(changed);
        assertThat(cached.get(redis, name("b"), "")).isSameAs(unknown);
        assertThat(feed.asked).containsOnlyOnce("version");
    }

    @Test
    void latestListIsServedFromMemoryIfTheStoreConfirmsIt() {
        listed(page("7", "", stored("a", 5), stored("b", 6)));
        // The version of the state is higher because of changes of other resources.
        feed.versions = versions("12", version("b", "6"), version("a", "5"));

        ApplicationPage page = cached.list(redis, list(""));

        assertThat(names(page)).containsExactly("a", "b");
        assertThat(page.resourceVersion()).isEqualTo("12");
        verifyNoInteractions(truth);
    }

    /** The store returns the versions for each selection, so one user could request many such lists at once. */
    @Test
    void versionsFromTheStoreCountAgainstTheMemoryOfTheRequestingUser() {
        listed(page("7", "", stored("a", 5)));
        feed.versions = versions(
                "12",
                IntStream.range(0, 5_000).mapToObj(i -> version("x" + i, "5")).toArray(ObjectVersion[]::new));

        new ServerCapacity(2, 1 << 20)
                .during(() -> assertThatThrownBy(() -> cached.list(redis, list("")))
                        .isInstanceOfSatisfying(
                                ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.tooManyRequests())));
    }

    @ParameterizedTest
    @MethodSource
    void listWaitsUntilTheCacheHasTheLatestState(ObjectVersions latest, WatchEvent<ServedApplication> late) {
        listed(page("7", "", stored("a", 5), stored("b", 6)));
        feed.versions = latest;
        feed.onVersions = () -> feed.events.add(late);

        ApplicationPage page = cached.list(redis, list(""));

        assertThat(page.items())
                .extracting(item -> item.namespacedName().name() + " " + item.resourceVersion())
                .containsExactlyElementsOf(latest.objects().stream()
                        .map(object -> object.name().name() + " " + object.resourceVersion())
                        .toList());
        verifyNoInteractions(truth);
    }

    static List<Arguments> listWaitsUntilTheCacheHasTheLatestState() {
        return List.of(
                Arguments.of(
                        versions("12", version("a", "5"), version("b", "9")),
                        new WatchEvent.Modified<>(stored("b", 9))),
                Arguments.of(
                        versions("12", version("a", "5"), version("b", "6"), version("c", "10")),
                        new WatchEvent.Added<>(stored("c", 10))),
                Arguments.of(versions("12", version("a", "5")), new WatchEvent.Deleted<>(stored("b", 11))));
    }

    @Test
    void listThatStaysOutdatedIsServedByTheStore() {
        listed(page("7", "", stored("a", 5)));
        feed.versions = versions("12", version("a", "9"));
        ApplicationPage page = page("12", "", stored("a", 9));
        when(truth.list(redis, list(""))).thenReturn(page);

        assertThat(cached.list(redis, list(""))).isSameAs(page);
    }

    @Test
    void latestListFailsIfTheStoreIsUnavailable() {
        listed(page("7", "", stored("a", 5)));
        feed.down = true;

        assertThatThrownBy(() -> cached.list(redis, list("")))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE));
    }

    @Test
    void allPagesOfAListComeFromOneSnapshotUntilItExpires() {
        ServedApplication[] objects =
                IntStream.range(100, 350).mapToObj(i -> stored("a" + i, i)).toArray(ServedApplication[]::new);
        listed(page("400", "", objects));
        feed.versions = versions("400");
        ListRequest request = list("").withLimit(100);

        ApplicationPage first = cached.list(redis, request);
        feed.events.add(new WatchEvent.Deleted<>(stored("a200", 401)));
        await().until(() -> cached.list(redis, list("0")).items().size() == 249);
        ApplicationPage second = cached.list(redis, request.withContinue(first.continueToken()));
        ApplicationPage third = cached.list(redis, request.withContinue(second.continueToken()));

        assertThat(names(first)).hasSize(100).endsWith("a199");
        assertThat(first.continueToken()).isEqualTo("after a199 400");
        assertThat(names(second)).hasSize(100).startsWith("a200");
        assertThat(names(third)).hasSize(50).endsWith("a349");
        assertThat(List.of(second.resourceVersion(), third.resourceVersion())).containsOnly("400");
        assertThat(third.continueToken()).isEmpty();
        assertThat(List.of(first, second))
                .extracting(ApplicationPage::remainingItemCount)
                .containsExactly(150L, 50L);
        assertThat(third.remainingItemCount()).isNull();
        verifyNoInteractions(truth);

        clock.advance(LIMITS.heldFor());
        feed.events.add(new WatchEvent.Bookmark<>("402", false));
        ListRequest late = request.withContinue(first.continueToken());
        cached.list(redis, late);
        verify(truth).list(redis, late);
    }

    @Test
    void shortPageOfAShortList_isServedFromMemoryWithRemainingItemCount() {
        listed(page("7", "", stored("a", 5), stored("b", 5), stored("c", 5), stored("d", 6)));
        feed.versions = versions("12", version("a", "5"), version("b", "5"), version("c", "5"), version("d", "6"));

        ApplicationPage page = cached.list(redis, list("").withLimit(1));

        assertThat(names(page)).containsExactly("a");
        assertThat(page.remainingItemCount()).isEqualTo(3);
        verifyNoInteractions(truth);
    }

    @Test
    void pageWithASelector_hasNoRemainingItemCount() {
        listed(page("7", "", stored("a", 5), stored("b", 6)));
        feed.versions = versions("12", version("a", "5"), version("b", "6"));
        ListRequest selected =
                new ListRequest("ns", LabelSelector.parse("!missing"), FieldSelector.EVERYTHING, 1, "", "", "");

        ApplicationPage page = cached.list(redis, selected);

        assertThat(names(page)).containsExactly("a");
        assertThat(page.continueToken()).isNotEmpty();
        assertThat(page.remainingItemCount()).isNull();
        verifyNoInteractions(truth);
    }

    @Test
    void pageThatEndsTheSelection_hasAContinueTokenIfOtherObjectsFollow() {
        listed(page("7", "", stored("a", 5), stored("b", 6)));
        feed.versions = versions("12", version("a", "5"));
        FieldSelector name = FieldSelector.ofName("a");

        ApplicationPage inNamespace =
                cached.list(redis, new ListRequest("ns", LabelSelector.EVERYTHING, name, 1, "", "", ""));
        ApplicationPage everywhere =
                cached.list(redis, new ListRequest("", LabelSelector.EVERYTHING, name, 1, "", "", ""));

        assertThat(names(inNamespace)).containsExactly("a");
        assertThat(inNamespace.continueToken()).isEmpty();
        assertThat(names(everywhere)).containsExactly("a");
        assertThat(everywhere.continueToken()).isNotEmpty();
        assertThat(cached.list(
                                redis,
                                new ListRequest(
                                        "", LabelSelector.EVERYTHING, name, 1, everywhere.continueToken(), "", ""))
                        .items())
                .isEmpty();
        verifyNoInteractions(truth);
    }

    @Test
    void continuedListOfAnyState_ignoresTheLimit() {
        listed(page("7", "", stored("a", 5), stored("b", 5), stored("c", 6)));
        feed.versions = versions("12", version("a", "5"), version("b", "5"), version("c", "6"));
        ApplicationPage first = cached.list(redis, list("").withLimit(1));

        ApplicationPage rest = cached.list(
                redis,
                new ListRequest(
                        "ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 1, first.continueToken(), "0", ""));

        assertThat(names(rest)).containsExactly("b", "c");
        assertThat(rest.continueToken()).isEmpty();
    }

    @Test
    void storeServesReadsUntilTheCacheIsFilled() {
        ServedApplication a = stored("a", 5);
        when(truth.get(redis, name("a"), "0")).thenReturn(a);

        assertThat(cached.problem()).hasValueSatisfying(why -> assertThat(why).contains("have not been read yet"));
        assertThat(cached.get(redis, name("a"), "0")).isSameAs(a);
    }

    /** Lists with different selections are not joined, and each may return all objects. */
    @Test
    void listsServedByTheStoreCountForTheRequestingUser() {
        int bytes = 64 * 1024;
        ApplicationPage page = page("9", "", stored("a", 9));
        when(truth.list(any(), any())).thenAnswer(_ -> {
            ServerCapacity.current().orElseThrow().keep(bytes);
            return page;
        });

        new ServerCapacity(2, 8L * bytes).during(() -> {
            for (int i = 0; i < 4; i++) {
                assertThat(cached.list(redis, selected("l" + i))).isSameAs(page);
            }
            assertThatThrownBy(() -> cached.list(redis, selected("l4")))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS));
        });
    }

    /** Matching a long selector against many objects takes long. */
    @Test
    void listTimesOutWhileItsSelectorIsMatched() {
        listed(page(
                "7",
                "",
                IntStream.range(0, 1000).mapToObj(i -> stored("a" + i, 5)).toArray(ServedApplication[]::new)));
        ListRequest request =
                new ListRequest("", LabelSelector.parse("!a,!b"), FieldSelector.EVERYTHING, 0, "", "0", "");

        assertThat(cached.list(redis, request).items()).hasSize(1000);
        assertThatThrownBy(() -> Deadline.during(() -> true, () -> cached.list(redis, request)))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.TIMEOUT));
    }

    private static ListRequest selected(String label) {
        return new ListRequest("", LabelSelector.parse(label), FieldSelector.EVERYTHING, 0, "", "", "");
    }

    @Test
    void changesReachWatchesAndLists() throws InterruptedException {
        listed(page("7", "", stored("a", 5)));
        try (WatchStream watch = cached.watch(redis, WatchRequest.after("ns", "0"))) {
            feed.events.add(new WatchEvent.Added<>(stored("b", 8)));
            feed.events.add(new WatchEvent.Modified<>(stored("a", 9)));
            feed.events.add(new WatchEvent.Deleted<>(stored("b", 10)));
            feed.events.add(new WatchEvent.Deleted<>(stored("never-seen", 11)));

            assertThat(next(watch)).isEqualTo("Added a 5");
            assertThat(next(watch)).isEqualTo("Added b 8");
            assertThat(next(watch)).isEqualTo("Modified a 9");
            assertThat(next(watch)).isEqualTo("Deleted b 10");
            assertThat(names(cached.list(redis, list("10")))).containsExactly("a");
        }
    }

    @Test
    void endedWatchOfTheStoreResumesFromTheLastVersion() {
        listed(page("7", "", stored("a", 5)));
        feed.events.add(new WatchEvent.Added<>(stored("b", 8)));
        feed.events.add(new WatchEvent.Bookmark<>("12", false));
        feed.events.add(new WatchEvent.Ended<>());

        await().until(() -> feed.asked.size() == 3);
        assertThat(feed.asked).containsExactly("list ", "watch 7", "watch 12");
    }

    @Test
    void expiredWatchOfTheStoreCausesARelistAndEndsClientWatches() throws InterruptedException {
        listed(page("7", "", stored("a", 5)));
        try (WatchStream watch = cached.watch(redis, WatchRequest.after("ns", "7"))) {
            feed.pages = List.of(page("20", "", stored("c", 19)));
            feed.events.add(new WatchEvent.Failed<>(ApiError.expired("too old")));

            assertThat(next(watch)).isEqualTo("Ended");
            await().until(() -> feed.asked.size() == 4);
            assertThat(feed.asked).containsExactly("list ", "watch 7", "list ", "watch 20");
            assertThat(names(cached.list(redis, list("0")))).containsExactly("c");
        }
        try (WatchStream watch = cached.watch(redis, WatchRequest.after("ns", "20"))) {
            feed.events.add(new WatchEvent.Added<>(stored("d", 21)));
            assertThat(next(watch)).startsWith("Added");
        }
    }

    /** After a restart of the server, the store may still have the changes. */
    @Test
    void watchFromBeforeTheCachedChangesIsServedByTheStore() throws InterruptedException {
        listed(page("7", "", stored("a", 5)));
        WatchRequest request = WatchRequest.after("ns", "6");
        WatchStream ofStore = mock(WatchStream.class);
        when(truth.watch(redis, request)).thenReturn(ofStore);
        when(ofStore.next(any())).thenReturn(new WatchEvent.Modified<>(stored("a", 7)));

        WatchStream watch = cached.watch(redis, request);

        assertThat(next(watch)).startsWith("Modified");
        watch.close();
        verify(ofStore).close();
    }

    @Test
    void watchesOfTheStoreAreLimitedAndGiveTheirPlacesBack() throws InterruptedException {
        listed(page("7", "", stored("a", 5)));
        WatchRequest request = WatchRequest.after("ns", "6");
        when(truth.watch(redis, request)).thenAnswer(_ -> mock(WatchStream.class));
        Deque<WatchStream> open = new ArrayDeque<>();
        for (int i = 0; i < ResumedWatches.MAX; i++) {
            open.add(cached.watch(redis, request));
        }

        try (WatchStream refused = cached.watch(redis, request)) {
            assertThat(next(refused)).isEqualTo("too old resource version: 6 (7)");
        }

        WatchStream first = open.remove();
        first.close();
        first.close();
        when(truth.watch(redis, request)).thenThrow(new ApiException(ApiError.unavailable("down")));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> cached.watch(redis, request)).isInstanceOf(ApiException.class);
        }
        doAnswer(_ -> mock(WatchStream.class)).when(truth).watch(redis, request);
        open.add(cached.watch(redis, request));
        try (WatchStream refused = cached.watch(redis, request)) {
            assertThat(next(refused)).isEqualTo("too old resource version: 6 (7)");
        }
        open.forEach(WatchStream::close);
    }

    @Test
    void storeWithWatchListsIsReadByOneStream() {
        ScriptedListerWatcher streams = new ScriptedListerWatcher();
        streams.watchLists = true;
        try (WatchCachingApplicationStore store = started(streams)) {
            streams.events.add(new WatchEvent.Added<>(stored("a", 5)));
            streams.events.add(new WatchEvent.Bookmark<>("6", false));
            streams.events.add(new WatchEvent.Added<>(stored("b", 7)));
            await().until(streams.events::isEmpty);
            assertThat(store.problem()).isPresent();

            streams.events.add(new WatchEvent.Bookmark<>("7", true));
            streams.events.add(new WatchEvent.Modified<>(stored("a", 8)));
            streams.events.add(new WatchEvent.Ended<>());

            await().until(() -> streams.asked.size() == 2);
            assertThat(store.list(redis, list("8")).items())
                    .extracting(ServedApplication::resourceVersion)
                    .containsExactly("8", "7");
            assertThat(streams.asked).containsExactly("watch from nothing", "watch 8");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void watchListThatEndsOrStallsEarlyIsReplacedByAList(boolean ends) {
        ScriptedListerWatcher streams = new ScriptedListerWatcher();
        streams.watchLists = true;
        streams.begin(page("7", "", stored("b", 6)));
        try (WatchCachingApplicationStore store = started(streams)) {
            streams.events.add(new WatchEvent.Added<>(stored("a", 5)));
            if (ends) {
                streams.events.add(new WatchEvent.Ended<>());
            }

            await().until(() -> store.problem().isEmpty());
            assertThat(names(store.list(redis, list("0")))).containsExactly("b");
            assertThat(streams.asked).containsExactly("watch from nothing", "list ", "watch 7");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "5, 1", "6, 2"})
    void pageThatFailsIsReadAgainFiveTimesBeforeTheListBeginsAgain(int failures, int attempts) {
        ScriptedListerWatcher lists = new ScriptedListerWatcher();
        for (int i = 0; i < failures; i++) {
            lists.pageErrors.add(ApiError.unavailable("busy"));
        }
        lists.begin(page("7", "1", stored("a", 5)), page("7", "", stored("b", 6)));
        try (WatchCachingApplicationStore store = started(lists)) {
            await().until(() -> store.problem().isEmpty());

            assertThat(names(store.list(redis, list("0")))).containsExactly("a", "b");
            assertThat(lists.asked).filteredOn("list "::equals).hasSize(attempts);
            assertThat(lists.asked).filteredOn("list 1"::equals).hasSize(failures + 1);
        }
    }

    @Test
    void expiredPageIsNotReadAgain() {
        ScriptedListerWatcher lists = new ScriptedListerWatcher();
        lists.pageErrors.add(new ApiError.Expired("too old", ""));
        lists.begin(page("7", "1", stored("a", 5)), page("7", "", stored("b", 6)));
        try (WatchCachingApplicationStore store = started(lists)) {
            await().until(() -> store.problem().isEmpty());

            assertThat(lists.asked).containsExactly("list ", "list 1", "list ", "list 1", "watch 7");
        }
    }

    @Test
    void watchListThatEndedEarlyIsNotRequestedAgainBeforeAListHasSucceeded() {
        ScriptedListerWatcher streams = new ScriptedListerWatcher();
        streams.watchLists = true;
        streams.pageErrors.add(new ApiError.Expired("too old", ""));
        streams.begin(page("7", "1", stored("a", 5)), page("7", "", stored("b", 6)));
        try (WatchCachingApplicationStore store = started(streams)) {
            streams.events.add(new WatchEvent.Ended<>());

            await().until(() -> store.problem().isEmpty());
            assertThat(streams.asked)
                    .containsExactly("watch from nothing", "list ", "list 1", "list ", "list 1", "watch 7");
        }
    }

    @Test
    void changesDuringAWatchListAreAppliedToIt() {
        ScriptedListerWatcher streams = new ScriptedListerWatcher();
        streams.watchLists = true;
        try (WatchCachingApplicationStore store = started(streams)) {
            streams.events.add(new WatchEvent.Added<>(stored("a", 5)));
            streams.events.add(new WatchEvent.Added<>(stored("b", 6)));
            streams.events.add(new WatchEvent.Modified<>(stored("a", 7)));
            streams.events.add(new WatchEvent.Deleted<>(stored("b", 8)));
            streams.events.add(new WatchEvent.Bookmark<>("8", true));

            await().until(() -> store.problem().isEmpty());
            assertThat(store.list(redis, list("0")).items())
                    .extracting(ServedApplication::resourceVersion)
                    .containsExactly("7");
        }
    }

    @Test
    void slowWatchEndsAndDoesNotDelayOthers() throws InterruptedException {
        listed(page("7", ""));
        try (WatchStream slow = cached.watch(redis, WatchRequest.after("ns", "7"));
                WatchStream quick = cached.watch(redis, WatchRequest.after("ns", "7"))) {
            for (int i = 8; i < 20; i++) {
                feed.events.add(new WatchEvent.Modified<>(stored("a", i)));
                assertThat(next(quick)).isEqualTo((i == 8 ? "Added a " : "Modified a ") + i);
            }

            assertThat(next(slow)).isEqualTo("Added a 8");
            assertThat(next(slow)).isEqualTo("Modified a 9");
            assertThat(next(slow)).isEqualTo("Modified a 10");
            assertThat(next(slow)).isEqualTo("Ended");
        }
    }

    @Test
    void watchFromNowIncludesChangesThatTheCacheHasNotSeenYet() throws InterruptedException {
        listed(page("7", ""));
        when(truth.list(any(), any())).thenReturn(page("9", "", stored("a", 9)));
        try (WatchStream watch = cached.watch(redis, WatchRequest.after("ns", ""))) {
            feed.events.add(new WatchEvent.Added<>(stored("a", 9)));
            feed.events.add(new WatchEvent.Modified<>(stored("a", 10)));

            assertThat(next(watch)).isEqualTo("Added a 9");
            assertThat(next(watch)).isEqualTo("Modified a 10");
        }
    }

    @Test
    void watchListWithFutureResourceVersionSendsAnErrorEvent() throws InterruptedException {
        listed(page("7", ""));
        when(truth.list(any(), any())).thenThrow(new ApiException(ApiError.resourceVersionTooLarge("9", "8")));
        WatchRequest request = new WatchRequest(
                "ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, "9", true, InitialEvents.SEND);

        try (WatchStream watch = cached.watch(redis, request)) {
            assertThat(next(watch)).isEqualTo("Timeout: Too large resource version: 9, current: 8");
            assertThat(next(watch)).isEqualTo("Ended");
        }
    }

    @Test
    void cacheStopsAnsweringAfterTheStoreIsUnreachableForTooLong() {
        listed(page("7", "", stored("a", 5)));
        feed.down = true;
        feed.events.add(new WatchEvent.Ended<>());
        await().until(() -> feed.asked.size() > 2);
        assertThat(cached.problem()).isEmpty();
        assertThat(names(cached.list(redis, list("0")))).containsExactly("a");

        clock.advance(Duration.ofSeconds(31));

        assertThat(cached.problem()).hasValueSatisfying(why -> assertThat(why).contains("may be stale: their watch"));
        cached.list(redis, list("0"));
        verify(truth).list(redis, list("0"));

        feed.down = false;
        await().until(() -> cached.problem().isEmpty());
    }

    @Test
    void requestsForUncachedKindsOrInvalidResourceVersionsGoToTheStore() {
        listed(page("7", ""));
        ApplicationKind other = Kinds.otherRedis();

        cached.list(other, list("0"));
        cached.list(redis, list("abc"));
        cached.watch(redis, WatchRequest.after("ns", "-1"));

        verify(truth).list(other, list("0"));
        verify(truth).list(redis, list("abc"));
        verify(truth).watch(redis, WatchRequest.after("ns", "-1"));
    }

    @Test
    void closingEndsWatches() throws InterruptedException {
        listed(page("7", "", stored("a", 5)));
        WatchStream watch = cached.watch(redis, WatchRequest.after("ns", "7"));
        assertThat(cached.count(Kinds.redis())).hasValue(1);
        assertThat(cached.summary()).isEqualTo(Kinds.GROUP + ": 1 objects at 7, 1 watches\n");

        cached.close();

        assertThat(next(watch)).isEqualTo("Ended");
        assertThat(cached.summary()).isEqualTo(Kinds.GROUP + ": 1 objects at 7, 0 watches\n");
    }

    private WatchCachingApplicationStore started(ScriptedListerWatcher of) {
        return WatchCachingApplicationStore.start(
                truth,
                of,
                List.of(redis, Kinds.postgres()),
                LIMITS,
                new PendingChanges(Long.MAX_VALUE, THREE_EVENTS),
                clock,
                new Random(1));
    }

    private void listed(ApplicationPage... pages) {
        feed.begin(pages);
        await().until(() -> cached.problem().isEmpty() && feed.asked.getLast().startsWith("watch"));
    }

    private static ObjectVersions versions(String resourceVersion, ObjectVersion... objects) {
        return new ObjectVersions(ResourceVersion.of(resourceVersion), List.of(objects));
    }

    /**
     * Many informers start at once after a restart of the server. They share one snapshot of the initial objects. With
     * a queue per informer, the 10,000 objects took 640 KB for each.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "ns"})
    void concurrentInformersShareTheirInitialObjects(String namespace) throws Exception {
        int informers = 200;
        int objects = 10_000;
        listed(page(
                "7",
                "",
                IntStream.range(0, objects)
                        .mapToObj(i -> stored("object-" + (100_000 + i), 5))
                        .toArray(ServedApplication[]::new)));
        WatchRequest request = new WatchRequest(
                namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, "0", true, InitialEvents.SEND);

        List<WatchStream> watches = new ArrayList<>();
        long before = usedMemory();
        for (int i = 0; i < informers; i++) {
            WatchStream watch = cached.watch(redis, request);
            assertThat(next(watch)).isEqualTo("Added object-100000 5");
            watches.add(watch);
        }
        assertThat(usedMemory() - before).isLessThan(100L << 20);

        for (WatchStream watch : List.of(watches.getFirst(), watches.getLast())) {
            for (int i = 1; i < objects; i++) {
                assertThat(watch.next(Duration.ZERO)).isInstanceOf(WatchEvent.Added.class);
            }
            assertThat(next(watch)).isEqualTo("Bookmark 7");
        }
        watches.forEach(WatchStream::close);
    }

    /** Returns the bytes in use after a garbage collection. */
    private static long usedMemory() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void changesFollowTheInitialEventsOfAWatch() throws Exception {
        listed(page("7", "", stored("a", 5), stored("b", 6), stored("c", 7)));
        WatchRequest request = new WatchRequest(
                "ns", LabelSelector.EVERYTHING, FieldSelector.parse("metadata.name!=b"), "0", true, InitialEvents.SEND);
        try (WatchStream watch = cached.watch(redis, request)) {
            assertThat(next(watch)).isEqualTo("Added a 5");
            feed.events.add(new WatchEvent.Modified<>(stored("b", 8)));
            feed.events.add(new WatchEvent.Modified<>(stored("c", 9)));
            feed.events.add(new WatchEvent.Deleted<>(stored("a", 10)));
            await().until(() -> cached.summary().contains("at 10"));

            assertThat(next(watch)).isEqualTo("Added c 7");
            assertThat(next(watch)).isEqualTo("Bookmark 7");
            assertThat(next(watch)).isEqualTo("Modified c 9");
            assertThat(next(watch)).isEqualTo("Deleted a 10");
        }
    }

    @Test
    void closedWatchSendsNoFurtherInitialEvents() throws Exception {
        listed(page("7", "", stored("a", 5), stored("b", 6)));
        WatchStream watch = cached.watch(redis, WatchRequest.after("ns", "0"));
        assertThat(next(watch)).isEqualTo("Added a 5");

        watch.close();

        assertThat(next(watch)).isEqualTo("Ended");
        assertThat(next(watch)).isEqualTo("Ended");
    }

    private static ObjectVersion version(String name, String resourceVersion) {
        return new ObjectVersion(name(name), resourceVersion);
    }

    private static ApplicationPage page(String resourceVersion, String token, ServedApplication... items) {
        return new ApplicationPage(resourceVersion, List.of(items), token, null);
    }

    private static ListRequest list(String resourceVersion) {
        return new ListRequest("ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", resourceVersion, "");
    }

    private static NamespacedName name(String name) {
        return new NamespacedName("ns", name);
    }

    private static List<String> names(ApplicationPage page) {
        return page.items().stream().map(item -> item.metadata().name()).toList();
    }

    private static String next(WatchStream watch) throws InterruptedException {
        WatchEvent<ServedApplication> event = watch.next(PATIENCE);
        return switch (event) {
            case null -> "nothing";
            case WatchEvent.Added<ServedApplication>(var object) -> "Added " + line(object);
            case WatchEvent.Modified<ServedApplication>(var object) -> "Modified " + line(object);
            case WatchEvent.Deleted<ServedApplication>(var object) -> "Deleted " + line(object);
            case WatchEvent.Bookmark<ServedApplication> bookmark -> "Bookmark " + bookmark.resourceVersion();
            case WatchEvent.Failed<ServedApplication>(var error) ->
                Status.of(error).message();
            case WatchEvent.Ended<ServedApplication> _ -> "Ended";
        };
    }

    private static String line(ServedApplication object) {
        return object.metadata().name() + " " + object.metadata().resourceVersion();
    }
}

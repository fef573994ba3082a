package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every store for the states of lists and watches (wire contract D10, D19, D35, D36, D41 to D46). */
@SuppressWarnings("ClassCanBeStatic")
abstract class ListingContract extends DeletionContract {
    private static final String FUTURE = "9000000000000000000";

    /** Returns a page size that a cache in front of the store does not count as short. */
    protected int longPage() {
        return 100;
    }

    @Nested
    class States {
        @ParameterizedTest
        @CsvSource({"0, Exact, a", "1, '', a", "0, '', a b c", "0, NotOlderThan, a b c"})
        void resourceVersionAndMatchDetermineTheListedState(long limit, String match, String expected) {
            create("a", spec(1));
            create("b", spec(1));
            delete("b");
            String then = store.list(redis, ListRequest.all(namespace)).resourceVersion();
            change(get("a"), metadata -> metadata.labels(Map.of("team", "b")));
            create("b", spec(2));
            create("c", spec(1));

            ApplicationPage page = listedOnce(expected, list(limit, "", then, match));

            if (expected.equals("a")) {
                assertThat(page.resourceVersion()).isEqualTo(then);
                assertThat(page.items().getFirst().metadata().labels()).isEmpty();
            }
        }

        @Test
        void listWithResourceVersionZeroIgnoresItsLimit() {
            create("a", spec(1));
            create("b", spec(1));

            ApplicationPage page = listedOnce("a b", list(1, "", "0", ""));

            assertThat(page.continueToken()).isEmpty();
        }

        @Test
        void pagesOfAListComeFromOneSnapshot() {
            for (String name : new String[] {"a", "b", "c", "d", "e"}) {
                create(name, spec(1));
            }
            ApplicationPage first = store.list(redis, list(2, "", "", ""));
            StoredApplication changed = update(get("d"), spec(2));
            delete("c");
            create("ca", spec(1));

            ApplicationPage second = store.list(redis, list(2, first.continueToken(), "", ""));
            ApplicationPage last = store.list(redis, list(2, second.continueToken(), "", ""));

            assertThat(names(first)).containsExactly("a", "b");
            assertThat(names(second)).containsExactly("c", "d");
            assertThat(names(last)).containsExactly("e");
            assertThat(second.resourceVersion()).isEqualTo(first.resourceVersion());
            assertThat(last.resourceVersion()).isEqualTo(first.resourceVersion());
            assertThat(version(second.items().getLast())).isLessThan(version(changed));
            assertThat(last.continueToken()).isEmpty();
        }

        /**
         * This test uses long pages, because a cache in front of the store serves them differently from short pages.
         */
        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void longPagesOfAListComeFromOneSnapshot(boolean ofOneNamespace) {
            Map<String, String> mine = Map.of("list", namespace);
            int end = 100 + longPage();
            for (int i = 100; i < end + 5; i++) {
                label(create("a" + i, spec(1)), mine);
            }
            ListRequest all = new ListRequest(
                    ofOneNamespace ? namespace : "",
                    LabelSelector.equal("list", namespace),
                    FieldSelector.EVERYTHING,
                    longPage(),
                    "",
                    "",
                    "");
            ApplicationPage first = store.list(redis, all);
            StoredApplication changed = update(get(named(end + 2)), spec(2));
            delete(named(end + 1));
            label(create(named(end + 1) + "a", spec(1)), mine);

            ApplicationPage second = store.list(redis, all.withContinue(first.continueToken()));
            ApplicationPage shortened = store.list(redis, all.withLimit(3).withContinue(first.continueToken()));

            assertThat(first.items()).hasSize(longPage());
            assertThat(names(first)).startsWith("a100", "a101").endsWith(named(end - 2), named(end - 1));
            assertThat(names(second))
                    .containsExactly(named(end), named(end + 1), named(end + 2), named(end + 3), named(end + 4));
            assertThat(second.resourceVersion()).isEqualTo(first.resourceVersion());
            assertThat(version(second.items().get(2))).isLessThan(version(changed));
            assertThat(second.continueToken()).isEmpty();
            assertThat(names(shortened)).containsExactly(named(end), named(end + 1), named(end + 2));
            assertThat(names(store.list(redis, all.withContinue(shortened.continueToken()))))
                    .containsExactly(named(end + 3), named(end + 4));
        }

        private String named(int number) {
            return "a" + number;
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "garbage! | illegal base64 data at input byte 7",
                    "abcde | illegal base64 data at input byte 4",
                    "abcd | invalid character 'i' looking for beginning of value",
                    "e30 | server does not recognize this encoded version ''",
                    "eyJ2IjoidjIifQ | server does not recognize this encoded version v2",
                    "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ | incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
                    "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NX0 | encoded start key empty (version meta.k8s.io/v1)",
                },
                quoteCharacter = '"')
        void invalidContinueTokenIsABadRequest(String token, String problem) {
            assertThat(errorOf(() -> store.list(redis, list(1, token, "", ""))))
                    .isEqualTo(ApiError.badRequest(
                            "invalid continue token: continue key is not valid: " + problem.replace("''", "")));
        }

        /** The reads are concurrent, because each of them may wait for a while. */
        @Test
        void readsWithFutureResourceVersionTimeOut() throws Exception {
            create("a", spec(1));
            List<Callable<ApiError>> reads = new ArrayList<>();
            reads.add(() -> errorOf(() -> store.get(redis, new NamespacedName(namespace, "a"), FUTURE)));
            for (ListRequest request : List.of(
                    list(0, "", FUTURE, "NotOlderThan"),
                    list(0, "", FUTURE, ""),
                    list(0, "", FUTURE, "Exact"),
                    list(2, "", FUTURE, ""))) {
                reads.add(() -> errorOf(() -> store.list(redis, request)));
            }

            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<ApiError> error : threads.invokeAll(reads)) {
                    assertTooLarge(error.get());
                }
            }
        }

        private void assertTooLarge(ApiError error) {
            Status status = Status.of(error);
            assertThat(status.code()).isEqualTo(504);
            assertThat(status.message())
                    .matches("Timeout: Too large resource version: " + FUTURE + ", current: [1-9][0-9]*");
            assertThat(status.details().arrayOrEmpty("causes"))
                    .containsExactly(JsonObject.builder()
                            .put("reason", "ResourceVersionTooLarge")
                            .put("message", "Too large resource version")
                            .build());
            assertThat(status.retryAfterSeconds()).isEqualTo(1);
        }
    }

    @Nested
    class Starts {
        @ParameterizedTest
        @CsvSource({"'', UNSET", "0, UNSET", "'', SEND", "0, SEND"})
        void initialEventsEndWithTheInitialEventsEndBookmark(String from, InitialEvents initialEvents)
                throws InterruptedException {
            create("a", spec(1));
            StoredApplication last = create("b", spec(1));
            // Watches from any state may start with an older state for a while. So this list waits for the latest
            // state.
            listedOnce("a b", list(0, "", from, ""));

            try (WatchStream watch = store.watch(redis, watch(from, true, initialEvents))) {
                assertThat(next(watch)).startsWith("ADDED a ");
                assertThat(next(watch)).startsWith("ADDED b ");
                String end = next(watch);
                assertThat(end).startsWith("INITIAL-EVENTS-END ");
                assertThat(Long.parseLong(end.substring("INITIAL-EVENTS-END ".length())))
                        .isGreaterThanOrEqualTo(version(last));
            }
        }

        @Test
        void bookmarkIsSentShortlyBeforeTheWatchTimesOut() throws InterruptedException {
            StoredApplication first = create("a", spec(1));
            WatchRequest request = watch(first.metadata().resourceVersion(), true, InitialEvents.UNSET)
                    .withTimeout(Duration.ofSeconds(5));
            String elsewhere = emptyNamespace();

            try (WatchStream watch = store.watch(redis, request)) {
                StoredApplication last = store.create(
                        redis,
                        new Application(redis.gvk(), ObjectMeta.of(elsewhere, "b"), null, JsonObject.EMPTY),
                        OPTIONS);
                String bookmark = next(watch);
                assertThat(bookmark).startsWith("BOOKMARK ");
                assertThat(Long.parseLong(bookmark.substring("BOOKMARK ".length())))
                        .isGreaterThanOrEqualTo(version(last));
            }
        }

        @Test
        void watchFromAnExpiredResourceVersionFails() throws InterruptedException {
            try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, "1"))) {
                assertThat(watch.next(PATIENCE))
                        .isInstanceOfSatisfying(
                                WatchEvent.Failed.class,
                                failed -> assertThat(Status.of(failed.error()).message())
                                        .matches("too old resource version: 1 \\([1-9][0-9]*\\)"));
                assertThat(watch.next(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
            }
        }

        @Test
        void watchFromAFutureResourceVersionWaits() throws InterruptedException {
            try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, FUTURE))) {
                create("a", spec(1));
                assertThat(watch.next(Duration.ofMillis(200))).isNull();
            }
        }

        private WatchRequest watch(String from, boolean bookmarks, InitialEvents initialEvents) {
            return new WatchRequest(
                    namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, from, bookmarks, initialEvents);
        }
    }

    /**
     * Lists until the list has the expected state. A list that does not request the latest state may return an older
     * state for a while.
     */
    private ApplicationPage listedOnce(String expected, ListRequest request) {
        return Awaitility.await()
                .until(
                        () -> store.list(redis, request),
                        page -> String.join(" ", names(page)).equals(expected));
    }

    private ListRequest list(long limit, String token, String resourceVersion, String match) {
        return new ListRequest(
                namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, limit, token, resourceVersion, match);
    }
}

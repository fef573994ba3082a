package dev.chartroom.ports.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchCachingApplicationStoreTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final CacheLimits LIMITS = new CacheLimits(
            5,
            3,
            Duration.ofMillis(10),
            Duration.ofSeconds(30),
            Duration.ofMillis(5),
            Duration.ofMillis(20),
            Duration.ofMillis(5));

    private final ApplicationKind redis = Kinds.redis();
    private final ApplicationStore truth = mock(ApplicationStore.class);
    private final ScriptedFeed feed = new ScriptedFeed();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-02T03:04:05Z"));
    private final WatchCachingApplicationStore cached = WatchCachingApplicationStore.start(
            truth, feed, List.of(redis, Kinds.postgres()), LIMITS, clock(), new Random(1));

    @AfterEach
    void stop() {
        cached.close();
    }

    @Test
    void readsOfAnyStateAreAnsweredFromMemory() {
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
    void theLatestAndTheFutureAreAskedOfTheStore() {
        listed(page("7", "", stored("a", 5)));
        StoredApplication latest = stored("a", 9);
        ApplicationPage page = page("9", "", latest);
        when(truth.get(redis, name("a"), "")).thenReturn(latest);
        when(truth.get(redis, name("a"), "9")).thenReturn(latest);
        when(truth.list(any(), any())).thenReturn(page);

        assertThat(cached.get(redis, name("a"), "")).isSameAs(latest);
        assertThat(cached.get(redis, name("a"), "9")).isSameAs(latest);
        assertThat(cached.list(redis, list(""))).isSameAs(page);
        assertThat(cached.list(redis, list("9"))).isSameAs(page);
        assertThat(cached.list(redis, list("7").withLimit(1))).isSameAs(page);
        assertThat(cached.list(redis, list("").withContinue("token"))).isSameAs(page);
    }

    @Test
    void untilEverythingWasReadTheStoreAnswers() {
        StoredApplication a = stored("a", 5);
        when(truth.get(redis, name("a"), "0")).thenReturn(a);

        assertThat(cached.problem()).hasValueSatisfying(why -> assertThat(why).contains("have not been read yet"));
        assertThat(cached.get(redis, name("a"), "0")).isSameAs(a);
    }

    @Test
    void changesAreToldAndShown() throws InterruptedException {
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
    void aWatchThatWasCutGoesOnWhereItWas() {
        listed(page("7", "", stored("a", 5)));
        feed.events.add(new WatchEvent.Added<>(stored("b", 8)));
        feed.events.add(new WatchEvent.Bookmark<>("12", false));
        feed.events.add(new WatchEvent.Ended<>());

        await().until(() -> feed.asked.size() == 3);
        assertThat(feed.asked).containsExactly("list ", "watch 7", "watch 12");
    }

    @Test
    void whereTheStoreForgotEverythingIsListedAnewAndWatchesEnd() throws InterruptedException {
        listed(page("7", "", stored("a", 5)));
        try (WatchStream watch = cached.watch(redis, WatchRequest.after("ns", "7"))) {
            feed.pages = List.of(page("20", "", stored("c", 19)));
            feed.events.add(new WatchEvent.Failed<>(ApiError.expired("too old")));

            assertThat(next(watch)).isEqualTo("Ended");
            await().until(() -> feed.asked.size() == 4);
            assertThat(feed.asked).containsExactly("list ", "watch 7", "list ", "watch 20");
            assertThat(names(cached.list(redis, list("0")))).containsExactly("c");
        }
        try (WatchStream watch = cached.watch(redis, WatchRequest.after("ns", "7"))) {
            assertThat(next(watch)).isEqualTo("too old resource version: 7 (20)");
        }
    }

    @Test
    void aReaderThatFallsBehindIsCutOffAndHoldsUpNobody() throws InterruptedException {
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
    void aWatchOfNowMissesNothingThatTheCacheIsYetToLearn() throws InterruptedException {
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
    void aWatchListOfTheFutureSaysSoItself() throws InterruptedException {
        listed(page("7", ""));
        when(truth.list(any(), any())).thenThrow(new ApiException(ApiError.resourceVersionTooLarge("9", "8")));
        WatchRequest request = new WatchRequest(
                "ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, "9", true, WatchRequest.InitialEvents.SEND);

        try (WatchStream watch = cached.watch(redis, request)) {
            assertThat(next(watch)).isEqualTo("Timeout: Too large resource version: 9, current: 8");
            assertThat(next(watch)).isEqualTo("Ended");
        }
    }

    @Test
    void whereTheStoreCannotBeReachedForLongTheCacheAnswersNothing() {
        listed(page("7", "", stored("a", 5)));
        feed.down = true;
        feed.events.add(new WatchEvent.Ended<>());
        await().until(() -> feed.asked.size() > 2);
        assertThat(cached.problem()).isEmpty();
        assertThat(names(cached.list(redis, list("0")))).containsExactly("a");

        now.updateAndGet(before -> before.plusSeconds(31));

        assertThat(cached.problem()).hasValueSatisfying(why -> assertThat(why).contains("are not known since"));
        cached.list(redis, list("0"));
        verify(truth).list(redis, list("0"));

        feed.down = false;
        await().until(() -> cached.problem().isEmpty());
    }

    @Test
    void kindsThatAreNotHeldAndVersionsThatAreNoneArePassedOn() {
        listed(page("7", ""));
        ApplicationKind other =
                new ApplicationKind("other.example.com", "v1", redis.names(), "", redis.schema(), redis.release());

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
        assertThat(cached.summary()).isEqualTo(Kinds.GROUP + ": 1 objects at 7, 1 watches\n");

        cached.close();

        assertThat(next(watch)).isEqualTo("Ended");
        assertThat(cached.summary()).isEqualTo(Kinds.GROUP + ": 1 objects at 7, 0 watches\n");
    }

    private void listed(ApplicationPage... pages) {
        feed.begin(pages);
        await().until(() -> cached.problem().isEmpty() && feed.asked.getLast().startsWith("watch"));
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                return now.get();
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }

    private StoredApplication stored(String name, long version) {
        ObjectMeta metadata = ObjectMeta.of("ns", name).toBuilder()
                .resourceVersion(Long.toString(version))
                .build();
        return new StoredApplication(
                redis, new Application(redis.gvk(), metadata, null, JsonObject.EMPTY), mock(JsonCodec.class));
    }

    private static ApplicationPage page(String resourceVersion, String token, StoredApplication... items) {
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
        WatchEvent<StoredApplication> event = watch.next(PATIENCE);
        return switch (event) {
            case null -> "nothing";
            case WatchEvent.Added<StoredApplication>(var object) -> "Added " + line(object);
            case WatchEvent.Modified<StoredApplication>(var object) -> "Modified " + line(object);
            case WatchEvent.Deleted<StoredApplication>(var object) -> "Deleted " + line(object);
            case WatchEvent.Bookmark<StoredApplication> bookmark -> "Bookmark " + bookmark.resourceVersion();
            case WatchEvent.Failed<StoredApplication>(var error) ->
                Status.of(error).message();
            case WatchEvent.Ended<StoredApplication> _ -> "Ended";
        };
    }

    private static String line(StoredApplication object) {
        return object.metadata().name() + " " + object.metadata().resourceVersion();
    }
}

package dev.chartroom.core.watchcache;

import static dev.chartroom.core.watchcache.CachedObjects.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests kinds that are added, removed and changed while clients watch other kinds. */
@Timeout(60)
class ChangingKindsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ApplicationKind redis = Kinds.redis();
    private final ApplicationKind postgres = Kinds.postgres();
    private final ApplicationKind postgresAnew = Kinds.described(postgres, "declared anew");

    private final ApplicationStore truth = mock(ApplicationStore.class);
    private final ScriptedListerWatcher feed = new ScriptedListerWatcher();
    private final WatchCachingApplicationStore cached = WatchCachingApplicationStore.start(
            truth,
            feed,
            List.of(redis),
            CacheLimits.DEFAULT,
            PendingChanges.ofHeap(),
            Clock.systemUTC(),
            new Random(1));

    @BeforeEach
    void begin() {
        feed.begin(page("7", stored(redis, "a", 5)));
        await().until(() -> cached.problem().isEmpty() && feed.asked.getLast().equals("watch 7"));
    }

    @AfterEach
    void stop() {
        cached.close();
    }

    @Test
    void watchOfAnUnchangedKindContinuesWhileOthersAreAddedAndRemoved() throws InterruptedException {
        WatchStream watch = cached.watch(redis, WatchRequest.after("ns", "7"));

        feed.pages = List.of(page("12", stored(postgres, "p", 11)));
        cached.use(List.of(postgres, redis), false);
        awaitAnswersFromMemory(postgres);
        feed.events.add(new WatchEvent.Modified<>(stored(redis, "a", 13)));
        assertThat(next(watch)).isEqualTo("a 13");

        cached.use(List.of(redis), false);
        feed.events.add(new WatchEvent.Modified<>(stored(redis, "a", 14)));
        assertThat(next(watch)).isEqualTo("a 14");

        assertThat(feed.listed).containsExactly(List.of("Redis"), List.of("Postgres"));
        assertThat(feed.asked).startsWith("list ", "watch 7", "list ", "watch 7");
    }

    @Test
    void newKindIsReadFromTheStoreUntilItIsCached() {
        ApplicationPage stored = page("9");
        when(truth.list(any(), any())).thenReturn(stored);

        assertThat(cached.list(postgres, anyState())).isSameAs(stored);
        feed.pages = List.of(page("12", stored(postgres, "p", 11)));
        cached.use(List.of(redis, postgres), false);

        awaitAnswersFromMemory(postgres);
        assertThat(cached.list(postgres, anyState()).items()).hasSize(1);
        assertThat(cached.list(redis, anyState()).items()).hasSize(1);
    }

    /** The only watch of the group resumes at a state that is older than the list of the new kind. */
    @Test
    void changesBeforeTheListOfANewKindAreNotSentToItsWatches() throws InterruptedException {
        feed.pages = List.of(page("12", stored(postgres, "p", 11)));
        cached.use(List.of(redis, postgres), false);
        awaitAnswersFromMemory(postgres);
        WatchStream watch = cached.watch(postgres, WatchRequest.after("ns", "12"));

        feed.events.add(new WatchEvent.Added<>(stored(postgres, "p", 9)));
        feed.events.add(new WatchEvent.Deleted<>(stored(postgres, "p", 10)));
        feed.events.add(new WatchEvent.Added<>(stored(postgres, "p", 11)));
        feed.events.add(new WatchEvent.Modified<>(stored(postgres, "p", 13)));

        assertThat(next(watch)).isEqualTo("p 13");
        assertThat(cached.list(postgres, anyState()).items())
                .extracting(ServedApplication::resourceVersion)
                .containsExactly("13");
    }

    @Test
    void watchThatStartsBeforeTheListOfANewKindIsServedByTheStore() {
        WatchStream stored = mock(WatchStream.class);
        when(truth.watch(any(), any())).thenReturn(stored);
        feed.pages = List.of(page("12", stored(postgres, "p", 11)));
        cached.use(List.of(redis, postgres), false);
        awaitAnswersFromMemory(postgres);

        cached.watch(redis, WatchRequest.after("ns", "8")).close();
        verify(truth, never()).watch(any(), any());
        cached.watch(postgres, WatchRequest.after("ns", "8")).close();
        verify(stored).close();
    }

    /** The server backs off, because the store may be down from overload. */
    @Test
    void failedListOfANewKindIsRetriedWithBackoff() {
        feed.down = true;
        cached.use(List.of(redis, postgres), false);
        await().until(() -> feed.listed.size() >= 3);
        int asked = feed.listed.size();
        await().during(Duration.ofMillis(300)).until(() -> feed.listed.size() < asked + 10);

        feed.pages = List.of(page("12", stored(postgres, "p", 11)));
        feed.down = false;
        awaitAnswersFromMemory(postgres);
    }

    @Test
    void watchesOfARemovedKindEnd() throws InterruptedException {
        feed.pages = List.of(page("12", stored(postgres, "p", 11)));
        cached.use(List.of(redis, postgres), false);
        awaitAnswersFromMemory(postgres);
        WatchStream gone = cached.watch(postgres, WatchRequest.after("ns", "12"));

        cached.use(List.of(redis), false);

        assertThat(gone.next(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
    }

    @Test
    void changedKindIsListedAgainAndItsWatchesEnd() throws InterruptedException {
        feed.pages = List.of(page("12", stored(postgres, "p", 11)));
        cached.use(List.of(redis, postgres), false);
        awaitAnswersFromMemory(postgres);
        WatchStream old = cached.watch(postgres, WatchRequest.after("ns", "12"));

        feed.pages = List.of(page("20", stored(postgresAnew, "p", 11)));
        cached.use(List.of(redis, postgresAnew), false);

        assertThat(old.next(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
        awaitAnswersFromMemory(postgresAnew);
        assertThat(cached.list(postgresAnew, anyState()).items().getFirst().kind())
                .isSameAs(postgresAnew);
    }

    @Test
    void kindOfAnotherGroupIsCachedWithoutAffectingReadiness() throws InterruptedException {
        ApplicationKind other = Kinds.otherRedis();
        feed.pages = List.of(page("30", stored(other, "o", 21)));

        cached.use(List.of(redis, other), false);
        assertThat(cached.problem()).isEmpty();
        awaitAnswersFromMemory(other);
        WatchStream watch = cached.watch(other, WatchRequest.after("ns", "30"));

        cached.use(List.of(redis), false);
        assertThat(watch.next(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
        assertThat(cached.summary()).doesNotContain("other.example.com");
    }

    @Test
    void initialKindsDelayReadinessUntilTheyAreCached() {
        ApplicationKind other = Kinds.otherRedis();
        feed.pages = List.of(page("30", stored(postgres, "p", 11)));
        feed.down = true;

        cached.use(List.of(redis, postgres), true);
        assertThat(cached.problem()).contains("the objects of " + postgres.groupResource() + " have not been read yet");
        // Kinds that are added after the start do not change the result.
        cached.use(List.of(redis, postgres, other), false);
        assertThat(cached.problem()).contains("the objects of " + postgres.groupResource() + " have not been read yet");

        feed.down = false;
        await().until(() -> cached.problem().isEmpty());
        awaitAnswersFromMemory(postgres);
        cached.use(List.of(redis), false);
        feed.down = true;
        cached.use(List.of(redis, postgres), false);
        assertThat(cached.problem()).isEmpty();
    }

    private void awaitAnswersFromMemory(ApplicationKind kind) {
        await().until(() -> {
            ApplicationPage page = cached.list(kind, anyState());
            return page != null
                    && !page.items().isEmpty()
                    && page.items().getFirst().kind().equals(kind);
        });
    }

    private static ListRequest anyState() {
        return new ListRequest("ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", "0", "");
    }

    private static ApplicationPage page(String resourceVersion, ServedApplication... items) {
        return new ApplicationPage(resourceVersion, List.of(items), "", null);
    }

    private static String next(WatchStream watch) throws InterruptedException {
        @Nullable WatchEvent<ServedApplication> event = watch.next(PATIENCE);
        assertThat(event).isInstanceOf(WatchEvent.Modified.class);
        return event instanceof WatchEvent.Modified<ServedApplication>(var object)
                ? object.namespacedName().name() + " " + object.resourceVersion()
                : "";
    }
}

package dev.chartroom.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PollingApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private final ScriptedApi api = new ScriptedApi("Redis");
    private final PollingApplicationStore polling = new PollingApplicationStore(
            api,
            new TextCodec(),
            PendingChanges.ofHeap(),
            Clock.systemUTC(),
            Duration.ofMillis(10),
            Duration.ofMillis(50));

    @Override
    protected ApplicationStore store() {
        return polling;
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @AfterEach
    void stop() {
        polling.close();
    }

    @Test
    void watchReceivesChangesMadeOutsideTheStore() throws InterruptedException {
        try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, ""))) {
            api.create(redis, application("a", spec(1)));
            assertThat(next(watch)).startsWith("ADDED a ");
            StoredApplication a = get("a");
            api.update(redis, a.application(), a.application().withSpec(spec(2)));
            assertThat(next(watch)).startsWith("MODIFIED a ");
            api.delete(redis, get("a").application());
            assertThat(next(watch)).startsWith("DELETED a ");
        }
    }

    @Test
    void apiIsNotPolledWithoutWatches() throws InterruptedException {
        try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, ""))) {
            api.create(redis, application("a", spec(1)));
            assertThat(next(watch)).startsWith("ADDED a ");
        }
        int looks = api.looks();

        Awaitility.await().during(Duration.ofMillis(100)).until(() -> api.looks() <= looks + 1);
    }

    @Test
    void recreatedObjectIsSentAsDeletedAndAdded() throws InterruptedException {
        StoredApplication first = create("a", spec(1));
        api.delete(redis, first.application());
        api.create(redis, application("a", spec(1)));

        try (WatchStream watch = store.watch(
                redis, WatchRequest.after(namespace, first.metadata().resourceVersion()))) {
            String second = get("a").metadata().resourceVersion();
            assertThat(next(watch)).isEqualTo("DELETED a " + (Long.parseLong(second) - 1));
            assertThat(next(watch)).isEqualTo("ADDED a " + second);
        }
    }

    @Test
    void changesOfOnePollHaveDistinctVersionsIfTheApiHasNoUnusedVersions() throws InterruptedException {
        ScriptedApi dense = new ScriptedApi("Redis", 1);
        for (String name : List.of("changed", "first", "second", "recreated")) {
            dense.create(redis, application(name, spec(1)));
        }
        try (PollingApplicationStore noticing = new PollingApplicationStore(
                dense,
                new TextCodec(),
                PendingChanges.ofHeap(),
                Clock.systemUTC(),
                Duration.ofHours(1),
                Duration.ofSeconds(1))) {
            ApplicationPage before = noticing.list(redis, ListRequest.all(namespace));
            try (WatchStream watch = noticing.watch(redis, WatchRequest.after(namespace, before.resourceVersion()))) {
                for (ServedApplication object : before.items()) {
                    Application live = noticing.current(redis, object.metadata().namespacedName())
                            .application();
                    if (live.metadata().name().equals("changed")) {
                        dense.update(redis, live, live.withSpec(spec(2)));
                    } else {
                        dense.delete(redis, live);
                    }
                }
                dense.create(redis, application("recreated", spec(1)));
                noticing.list(redis, ListRequest.all(namespace));

                List<Long> versions = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    String event = next(watch);
                    versions.add(Long.parseLong(event.substring(event.lastIndexOf(' ') + 1)));
                }
                assertThat(versions)
                        .isSorted()
                        .doesNotHaveDuplicates()
                        .allMatch(version -> version > Long.parseLong(before.resourceVersion()));
            }
        }
    }

    @Test
    void changeIsSentAfterChangesThatBeganBeforeIt() throws InterruptedException {
        create("gone", spec(1));
        String from = store.list(redis, ListRequest.all(namespace)).resourceVersion();
        long early = api.begin();
        StoredApplication late = create("late", spec(1));
        delete("gone");

        try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, from))) {
            assertThat(watch.next(Duration.ofMillis(100))).isNull();
            assertThat(names(store.list(redis, ListRequest.all(namespace)))).containsExactly("late");
            assertThat(errorOf(() -> get("gone"))).isInstanceOf(ApiError.NotFound.class);

            api.commit(application("early", spec(1)), early);

            assertThat(next(watch)).isEqualTo("ADDED early " + early);
            assertThat(next(watch)).isEqualTo("ADDED late " + version(late));
            assertThat(next(watch)).startsWith("DELETED gone ");
        }
    }

    @Test
    void watchFromAnUnsettledChangeMissesNothing() throws InterruptedException {
        long early = api.begin();
        StoredApplication late = create("late", spec(1));

        try (WatchStream watch =
                store.watch(redis, WatchRequest.after(namespace, late.metadata().resourceVersion()))) {
            api.commit(application("early", spec(1)), early);

            assertThat(next(watch)).isEqualTo("ADDED early " + early);
            assertThat(next(watch)).isEqualTo("ADDED late " + version(late));
        }
    }

    @Test
    void unsettledListIgnoresItsLimit() {
        String from = create("a", spec(1)).metadata().resourceVersion();
        api.begin();
        create("b", spec(1));

        var page = store.list(redis, ListRequest.all(namespace).withLimit(1));

        assertThat(names(page)).containsExactly("a", "b");
        assertThat(page.continueToken()).isEmpty();
        assertThat(Long.parseLong(page.resourceVersion())).isGreaterThan(Long.parseLong(from));
    }

    @Test
    void exactListOfAnUnsettledStateTimesOut() {
        api.begin();
        StoredApplication late = create("late", spec(1));
        ListRequest exact = new ListRequest(
                namespace,
                LabelSelector.EVERYTHING,
                FieldSelector.EVERYTHING,
                0,
                "",
                late.metadata().resourceVersion(),
                "Exact");

        assertThat(reasonOf(() -> store.list(redis, exact))).isEqualTo(StatusReason.TIMEOUT);
        api.overtake();
        assertThat(names(store.list(redis, exact))).containsExactly("late");
    }

    @Test
    void changeCommittedTooLateEndsWatchesAndExpiresHistory() throws InterruptedException {
        long early = api.begin();
        api.overtake();
        StoredApplication late = create("late", spec(1));
        String list = store.list(redis, ListRequest.all(namespace)).resourceVersion();

        try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, list))) {
            api.commit(application("early", spec(1)), early);

            assertThat(next(watch)).isEqualTo("ENDED");
        }
        try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, list))) {
            assertThat(next(watch)).startsWith("FAILED Expired");
        }
        assertThat(names(store.list(redis, ListRequest.all(namespace)))).containsExactly("early", "late");
        assertThat(version(late)).isGreaterThan(early);
    }

    @Test
    void unavailableApiReturns503AndWatchesContinueAfterwards() throws InterruptedException {
        create("a", spec(1));
        try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, ""))) {
            assertThat(next(watch)).startsWith("ADDED a ");
            api.setDown(true);

            assertThat(reasonOf(() -> store.get(redis, new NamespacedName(namespace, "a"), "0")))
                    .isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
            assertThat(reasonOf(() -> create("b", spec(1)))).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);

            api.create(redis, application("b", spec(1)));
            api.setDown(false);
            assertThat(next(watch)).startsWith("ADDED b ");
        }
    }

    @Test
    void fiftyConcurrentReadsPollTheApiTwice() throws InterruptedException {
        create("a", spec(1));
        int before = api.looks();
        Thread[] readers = new Thread[50];
        synchronized (api) {
            for (int i = 0; i < readers.length; i++) {
                readers[i] = Thread.ofPlatform().start(() -> get("a"));
            }
            // One reader polls the API, and the other readers wait for that reader.
            for (Thread reader : readers) {
                Awaitility.await()
                        .until(() -> Set.of(Thread.State.BLOCKED, Thread.State.TIMED_WAITING)
                                .contains(reader.getState()));
            }
        }
        for (Thread reader : readers) {
            reader.join();
        }

        assertThat(api.looks() - before).isEqualTo(2);
    }

    @Test
    void statusUpdateByAClientIsIgnored() {
        StoredApplication created = create("a", spec(1));

        StoredApplication updated = store.update(
                redis,
                created,
                created.application().withStatus(JsonObject.ofStrings(Map.of("phase", "invented"))),
                OPTIONS);

        assertThat(updated.application()).isEqualTo(created.application());
    }

    @Test
    void slowWritesInOneNamespaceDoNotDelayAWriteInAnother() throws InterruptedException {
        CountDownLatch slow = new CountDownLatch(1);
        List<String> order = new CopyOnWriteArrayList<>();
        api.beforeCreate(application -> {
            order.add(application.metadata().namespace());
            uninterrupted(slow);
        });
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            writers.add(waiting(in("slow", "a" + i)));
        }
        writers.add(waiting(in("other", "a")));

        slow.countDown();
        for (Thread writer : writers) {
            writer.join();
        }

        assertThat(order).hasSize(6).startsWith("slow", "other");
    }

    @Test
    void writeStopsWaitingForOtherWritesAtItsDeadline() throws InterruptedException {
        CountDownLatch slow = new CountDownLatch(1);
        api.beforeCreate(_ -> uninterrupted(slow));
        Thread writer = waiting(in("slow", "a"));

        for (String namespace : List.of("slow", "other")) {
            assertThatThrownBy(() -> RequestDeadline.in(Duration.ofMillis(50))
                            .during(() -> store.create(redis, in(namespace, "b"), OPTIONS)))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));
        }

        slow.countDown();
        writer.join();
    }

    /** The write waits for its namespace's turn, and then for a write of another namespace. */
    @Test
    void writeThatWaitsTwiceStopsWaitingAtItsDeadline() throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        api.beforeCreate(
                application -> uninterrupted(application.metadata().namespace().equals("slow") ? first : second));
        Thread slow = waiting(in("slow", "a"));
        Thread other = waiting(in("other", "a"));
        AtomicLong clock = new AtomicLong();
        AtomicReference<ApiError> refused = new AtomicReference<>();
        Thread twice = waiting(() -> refused.set(errorOf(() -> RequestDeadline.in(Duration.ofSeconds(20), clock::get)
                .during(() -> store.create(redis, in("slow", "b"), OPTIONS)))));

        clock.set(Duration.ofSeconds(20).minusMillis(50).toNanos());
        first.countDown();

        assertThat(twice.join(Duration.ofSeconds(10))).isTrue();
        assertThat(refused.get()).isEqualTo(ApiError.serverTimeout(redis.groupResource(), "write"));
        second.countDown();
        slow.join();
        other.join();
    }

    @Test
    void readStopsWaitingForAnotherReadersPollAtItsOwnDeadline() throws InterruptedException {
        create("a", spec(1));
        synchronized (api) {
            Thread looking = Thread.ofPlatform().start(() -> get("a"));
            Awaitility.await().until(() -> looking.getState() == Thread.State.BLOCKED);
            AtomicReference<ApiError> refused = new AtomicReference<>();
            Thread reading = Thread.ofPlatform()
                    .start(() -> refused.set(errorOf(
                            () -> RequestDeadline.in(Duration.ofMillis(50)).during(() -> get("a")))));

            assertThat(reading.join(Duration.ofSeconds(10))).isTrue();
            assertThat(refused.get()).isEqualTo(ApiError.requestTimeout());
        }
    }

    private Thread waiting(Application application) {
        return waiting(() -> store.create(redis, application, OPTIONS));
    }

    private static Thread waiting(Runnable write) {
        Thread writer = Thread.startVirtualThread(write);
        Awaitility.await()
                .until(() ->
                        Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING).contains(writer.getState()));
        return writer;
    }

    private Application in(String inNamespace, String name) {
        Application application = application(name, spec(1));
        return application.withMetadata(
                application.metadata().toBuilder().namespace(inNamespace).build());
    }

    private static void uninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

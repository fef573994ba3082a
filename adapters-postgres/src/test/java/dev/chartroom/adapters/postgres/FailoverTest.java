package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary is killed, and its standby takes over. */
class FailoverTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final Duration SECONDS = Duration.ofSeconds(20);
    private static final int WRITERS = 4;
    /** Returns before the promotion ends: a statement that waits for it can conflict with the rest of the replay. */
    private static final String PROMOTE = "SELECT pg_promote(false)";

    private static final String LATEST = "SELECT latest FROM chartroom.state";

    private final WriteLoad load = new WriteLoad(20);
    private final AtomicBoolean written = new AtomicBoolean();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private OwnServer primary;
    private OwnServer standby;

    @BeforeEach
    void make(@TempDir Path folder) throws IOException {
        primary = new OwnServer(folder.resolve("primary")).with("wal_keep_size", "128MB");
        standby = primary.standby(folder.resolve("standby"));
    }

    @AfterEach
    void stop() {
        written.set(true);
        isOver.set(true);
        primary.close();
        standby.close();
    }

    @Test
    void failoverToSynchronousStandbyLosesNoWriteAndWatchesContinue() throws Exception {
        primary.with("synchronous_standby_names", "*").start();
        standby.start();
        awaitStandby("sync");
        // After a shorter time, a commit stops to wait for a slow standby, and shows a revision that can get lost.
        try (PostgresStorage one = open(Duration.ofSeconds(5));
                PostgresStorage other = open(Duration.ofSeconds(5));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String start = latest(one);
            List<WatchLog> logs = List.of(new WatchLog(start), new WatchLog(start));
            threads.execute(() -> logs.getFirst().follow(one.store(), isOver::get));
            threads.execute(() -> logs.getLast().follow(other.store(), isOver::get));
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                ApplicationStore store = (i % 2 == 0 ? one : other).store();
                writers.add(threads.submit(() -> load.write(writer, store, written::get)));
            }
            try {
                awaitAcknowledged(100);

                primary.kill();
                long before =
                        load.acknowledged.keySet().stream().max(Long::compare).orElseThrow();
                assertUnavailable(() -> one.store().list(REDIS, ListRequest.all("")));
                // A write over a connection that broke has an unknown outcome; the pool then drops the connection.
                Awaitility.await()
                        .atMost(SECONDS)
                        .untilAsserted(() -> assertUnavailable(() -> create(one.store(), "in-between")));
                standby.administer(PROMOTE);

                awaitAcknowledged(load.acknowledged.size() + 100);
                written.set(true);
                for (Future<?> writer : writers) {
                    writer.get();
                }
                History history = history();
                long last = history.events().getLast().revision();
                Awaitility.await()
                        .atMost(SECONDS)
                        .until(() -> logs.stream()
                                .allMatch(log -> !log.failure().isEmpty()
                                        || log.events().getLast().revision() >= last));
                isOver.set(true);

                history.assertExplains(load);
                logs.forEach(history::assertTold);
                assertThat(last).isGreaterThan(before);
                assertThat(load.answers).containsKey("SERVICE_UNAVAILABLE, try again");
            } finally {
                written.set(true);
                isOver.set(true);
            }
        }
    }

    @Test
    void lostRevisionsExpireAfterFailoverToALaggingStandby() throws Exception {
        primary.start();
        standby.start();
        awaitStandby("async");
        try (PostgresStorage storage = open(Duration.ofSeconds(2));
                WatchCachingApplicationStore cached = WatchCachingApplicationStore.start(
                        storage.store(),
                        storage.feed(),
                        List.of(REDIS),
                        PendingChanges.ofHeap(),
                        Clock.systemUTC(),
                        new Random())) {
            Awaitility.await().until(() -> cached.problem().isEmpty());
            create(storage.store(), "a");
            String known = create(storage.store(), "b");
            Awaitility.await().until(() -> known.equals(standby.read(LATEST)));
            standby.kill();
            String lost = create(storage.store(), "c");
            assertThat(names(cached)).containsExactly("a", "b", "c");
            primary.kill();
            standby.start();
            standby.administer(PROMOTE);
            Awaitility.await()
                    .atMost(SECONDS)
                    .ignoreException(ApiException.class)
                    .untilAsserted(() -> assertExpired(storage, lost));
            Awaitility.await()
                    .atMost(SECONDS)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(names(cached)).containsExactly("a", "b"));

            String next = create(storage.store(), "d");

            assertThat(Long.parseLong(next)).isGreaterThan(Long.parseLong(lost));
            assertThat(names(cached)).containsExactly("a", "b", "d");
            // A replica that starts later expires the lost revision as well.
            try (PostgresStorage fresh = open(Duration.ofSeconds(2));
                    WatchStream right = fresh.store().watch(REDIS, WatchRequest.after("", known))) {
                assertExpired(fresh, lost);
                assertThat(right.next(SECONDS))
                        .isInstanceOfSatisfying(
                                WatchEvent.Added.class,
                                added -> assertThat(((ServedApplication) added.object()).resourceVersion())
                                        .isEqualTo(next));
                assertThat(catchThrowableOfType(
                                        ApiException.class, () -> fresh.store().list(REDIS, exactly(lost)))
                                .error())
                        .isInstanceOf(ApiError.Expired.class);
                assertThat(fresh.store().list(REDIS, exactly(known)).items()).hasSize(2);
            }
        }
    }

    @Test
    void restartedOldPrimaryIsNotUsed() throws Exception {
        primary.start();
        standby.start();
        awaitStandby("async");
        // By default, the driver remembers for a while that the first host did not answer.
        try (PostgresStorage storage = open(Duration.ofSeconds(1), "?hostRecheckSeconds=0")) {
            create(storage.store(), "a");
            primary.kill();
            standby.administer(PROMOTE);
            Awaitility.await()
                    .atMost(SECONDS)
                    .ignoreException(ApiException.class)
                    .until(() ->
                            !create(storage.store(), "b-" + System.nanoTime()).isEmpty());

            // The old primary does not detect the failover, and it is the first host of the URL.
            primary.start();
            standby.administer(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity" + " WHERE application_name = 'chartroom'");

            // The first writes use terminated connections, so their outcome is unknown.
            Awaitility.await()
                    .atMost(SECONDS)
                    .untilAsserted(() -> assertUnavailable(() -> create(storage.store(), "c")));
            assertUnavailable(() -> storage.store().list(REDIS, ListRequest.all("")));
            assertThat(primary.read("SELECT string_agg(name, ',') FROM chartroom.application"))
                    .isEqualTo("a");
            primary.kill();
            Awaitility.await()
                    .atMost(SECONDS)
                    .ignoreException(ApiException.class)
                    .until(() ->
                            !create(storage.store(), "d-" + System.nanoTime()).isEmpty());
        }
    }

    @Test
    void writeWithoutSynchronousStandbyIsNotAcknowledged() throws Exception {
        primary.with("synchronous_standby_names", "*").start();
        standby.start();
        awaitStandby("sync");
        try (PostgresStorage storage = open(Duration.ofSeconds(1))) {
            create(storage.store(), "a");
            standby.kill();

            assertThat(error(() -> create(storage.store(), "b")))
                    .isInstanceOfSatisfying(ApiError.Plain.class, plain -> {
                        assertThat(plain.reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
                        assertThat(plain.retryAfterSeconds()).isZero();
                        assertThat(plain.message()).contains("may or may not have been done");
                    });
        }
    }

    private PostgresStorage open(Duration patience) {
        return open(patience, "");
    }

    private PostgresStorage open(Duration patience, String parameters) {
        String hosts = "127.0.0.1:" + primary.port() + ",127.0.0.1:" + standby.port();
        return PostgresServer.open(
                PostgresSettings.of("jdbc:postgresql://" + hosts + "/postgres" + parameters, "postgres", null)
                        .withHistory(Duration.ofHours(1))
                        .withPatience(patience));
    }

    private void awaitStandby(String state) {
        Awaitility.await()
                .atMost(SECONDS)
                .until(() -> state.equals(primary.read("SELECT sync_state FROM pg_stat_replication")));
    }

    private void awaitAcknowledged(int writes) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> load.acknowledged.size() >= writes);
    }

    private static String latest(PostgresStorage storage) {
        return storage.feed().latest(REDIS).orElseThrow().toString();
    }

    private History history() throws SQLException {
        try (Connection connection = standby.connect()) {
            connection.setSchema(PostgresSettings.SCHEMA);
            return History.read(connection);
        }
    }

    private static ListRequest exactly(String resourceVersion) {
        ListRequest all = ListRequest.all("");
        return new ListRequest("", all.labelSelector(), all.fieldSelector(), 0, "", resourceVersion, "Exact");
    }

    private static List<String> names(ApplicationStore store) {
        return store.list(REDIS, ListRequest.all("")).items().stream()
                .map(item -> item.namespacedName().name())
                .toList();
    }

    /** Creates an object and returns its resource version. */
    private static String create(ApplicationStore store, String name) {
        Application application =
                new Application(REDIS.gvk(), ObjectMeta.of("default", name), Kinds.replicas(1), JsonObject.EMPTY);
        return store.create(REDIS, application, new WriteOptions(false, "test"))
                .metadata()
                .resourceVersion();
    }

    private static void assertExpired(PostgresStorage storage, String resourceVersion) throws InterruptedException {
        try (WatchStream watch = storage.store().watch(REDIS, WatchRequest.after("", resourceVersion))) {
            assertThat(watch.next(SECONDS))
                    .isInstanceOfSatisfying(
                            WatchEvent.Failed.class,
                            failed -> assertThat(failed.error()).isInstanceOf(ApiError.Expired.class));
        }
    }

    private static void assertUnavailable(ThrowingCallable call) {
        assertThat(error(call)).isInstanceOfSatisfying(ApiError.Plain.class, plain -> {
            assertThat(plain.reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
            assertThat(plain.retryAfterSeconds()).isPositive();
        });
    }

    private static ApiError error(ThrowingCallable call) {
        ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return thrown.error();
    }
}

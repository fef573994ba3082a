package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Superseded versions are deleted after a time, and requests for them expire. */
class CompactionTest {
    private static final Duration HISTORY = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");

    private final PostgresSettings settings = PostgresServer.settings().withHistory(HISTORY);

    @Test
    void requestsForACompactedRevisionExpire() throws Exception {
        try (PostgresStorage storage = PostgresServer.open(settings)) {
            ApplicationStore store = storage.store();
            StoredApplication a = create(store, "a");
            create(store, "b");
            create(store, "c");
            ApplicationPage first =
                    store.list(Kinds.redis(), ListRequest.all("").withLimit(1));
            String start = first.resourceVersion();
            try (WatchStream behind = store.watch(Kinds.redis(), WatchRequest.after("", start))) {
                update(store, a, 2);
                awaitVersions(3);

                assertExpired(() -> store.list(
                        Kinds.redis(),
                        new ListRequest(
                                "", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", start, "Exact")));
                ApiError.Expired expired =
                        assertExpired(() -> store.list(Kinds.redis(), continued(first.continueToken())));
                // The token in the error continues in the latest state.
                assertThat(store.list(Kinds.redis(), continued(expired.continueToken()))
                                .items())
                        .extracting(item -> item.namespacedName().name())
                        .containsExactly("b", "c");
                assertThat(behind.next(PATIENCE)).isInstanceOf(WatchEvent.Failed.class);
                assertThat(behind.next(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
                try (WatchStream late = store.watch(Kinds.redis(), WatchRequest.after("", start))) {
                    assertThat(late.next(PATIENCE))
                            .isInstanceOfSatisfying(
                                    WatchEvent.Failed.class,
                                    failed -> assertThat(failed.error()).isInstanceOf(ApiError.Expired.class));
                }
            }
        }
    }

    @Test
    void compactionRemovesSupersededVersions() throws Exception {
        try (PostgresStorage storage = PostgresServer.open(settings);
                PostgresStorage other = PostgresServer.open(settings)) {
            StoredApplication a = create(storage.store(), "a");
            create(storage.store(), "b");
            for (int i = 2; i < 300; i++) {
                a = update(i % 2 == 0 ? storage.store() : other.store(), a, i);
            }
            awaitVersions(2);
            assertThat(other.store().list(Kinds.redis(), ListRequest.all("")).items())
                    .hasSize(2);
        }
    }

    /** Checks by the server's clock that polls keep their interval, and that at most one other statement ran. */
    @Test
    void idleStorageSendsOnlyTheSlowPoll() throws Exception {
        Duration interval = Duration.ofMillis(400);
        PostgresSettings resting = settings.withHistory(Duration.ofHours(1));
        try (PostgresStorage storage =
                        PostgresStorage.open(resting, new TextCodec(), Clock.systemUTC(), interval, new Random());
                WatchStream watch = storage.store().watch(Kinds.redis(), WatchRequest.after("", ""));
                Connection administrator = PostgresServer.administrator()) {
            assertThat(watch.next(Duration.ofMillis(100))).isNull();
            Set<String> others = new HashSet<>();
            TreeSet<Long> looks = new TreeSet<>();
            Awaitility.await().pollInterval(Duration.ofMillis(50)).until(() -> {
                askedLast(administrator, looks, others);
                return looks.size() >= 5;
            });

            // Five polls span four intervals, the first of which may have begun earlier.
            assertThat(looks.last() - looks.first()).isGreaterThanOrEqualTo(4 * interval.toMillis() - 50);
            assertThat(others).hasSizeLessThanOrEqualTo(1);
            assertThat(watch.next(Duration.ZERO)).isNull();
        }
    }

    /**
     * Adds the start of each connection's last statement: in milliseconds for polls, and with the process id for
     * others.
     */
    private static void askedLast(Connection administrator, Set<Long> looks, Set<String> others) throws SQLException {
        try (PreparedStatement activity = administrator.prepareStatement("""
                        SELECT pid, (extract(epoch FROM query_start) * 1000)::bigint, query = 'SELECT latest FROM state'
                        FROM pg_stat_activity WHERE application_name = 'chartroom' AND datname = current_database()
                        """);
                ResultSet results = activity.executeQuery()) {
            while (results.next()) {
                if (results.getBoolean(3)) {
                    looks.add(results.getLong(2));
                } else {
                    others.add(results.getInt(1) + " at " + results.getLong(2));
                }
            }
        }
    }

    private static StoredApplication create(ApplicationStore store, String name) {
        Application application = new Application(
                Kinds.redis().gvk(), ObjectMeta.of("default", name), Kinds.replicas(1), JsonObject.EMPTY);
        return store.create(Kinds.redis(), application, OPTIONS);
    }

    private static StoredApplication update(ApplicationStore store, StoredApplication current, long replicas) {
        return store.update(Kinds.redis(), current, current.application().withSpec(Kinds.replicas(replicas)), OPTIONS);
    }

    private static ListRequest continued(String token) {
        return ListRequest.all("").withContinue(token);
    }

    private void awaitVersions(long wanted) {
        Awaitility.await().untilAsserted(() -> {
            try (Connection administrator = PostgresServer.administrator();
                    Statement count = administrator.createStatement()) {
                administrator.setSchema(settings.schema());
                try (ResultSet results = count.executeQuery("SELECT count(*) FROM application")) {
                    results.next();
                    assertThat(results.getLong(1)).isEqualTo(wanted);
                }
            }
        });
    }

    private static ApiError.Expired assertExpired(ThrowingCallable call) {
        ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        assertThat(thrown.error()).isInstanceOf(ApiError.Expired.class);
        return (ApiError.Expired) thrown.error();
    }
}

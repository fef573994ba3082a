package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the answers to clients if the database fails. */
class FailureTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String SECRET = "open-sesame-4711";
    private static OwnServer server;

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = new OwnServer(folder).start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void requestsAreUnavailableWhileTheServerIsDown() {
        try (PostgresStorage storage = open("down")) {
            create(storage, "a");
            server.kill();
            try {
                assertUnavailable(() -> get(storage, "a"));
                assertUnavailable(() -> storage.store().list(Kinds.redis(), ListRequest.all("")));
                assertUnavailable(() -> storage.store()
                        .watch(Kinds.redis(), WatchRequest.after("", ""))
                        .close());
                assertThat(reason(
                                () -> RequestDeadline.in(Duration.ofMillis(300)).during(() -> get(storage, "a"))))
                        .isEqualTo(StatusReason.TIMEOUT);
            } finally {
                server.start();
            }
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> get(storage, "a").name().equals("a"));
            assertThat(storage.problem()).isEmpty();
        }
    }

    /** Each failed request is logged at DEBUG, and the outage as a whole at a higher level. */
    @Test
    void outageLogsOneWarningForManyFailedRequests() throws Exception {
        try (PostgresStorage storage = PostgresServer.open(settings("flood").withPatience(Duration.ofMillis(300)))) {
            Awaitility.await().ignoreExceptions().until(() -> all(storage).isEmpty());
            KeptLog.during(log -> {
                server.kill();
                try {
                    for (int i = 0; i < 10; i++) {
                        assertUnavailable(() -> all(storage));
                    }
                } finally {
                    server.start();
                }
                assertThat(log)
                        .filteredOn(line -> line.contains("A call to the database failed"))
                        .hasSize(1);
                assertThat(log)
                        .filteredOn(line -> line.contains("redises"))
                        .hasSizeGreaterThanOrEqualTo(10)
                        .noneMatch(line -> line.startsWith("WARNING"));
            });
        }
    }

    private static List<ServedApplication> all(PostgresStorage storage) {
        return storage.store().list(Kinds.redis(), ListRequest.all("")).items();
    }

    @Test
    void storageOpenedDuringAnOutageCreatesItsTablesLater() {
        server.kill();
        try (PostgresStorage storage = open("late")) {
            try {
                assertUnavailable(() -> get(storage, "a"));
            } finally {
                server.start();
            }
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> create(storage, "a").metadata().name().equals("a"));
            assertThat(get(storage, "a").name()).isEqualTo("a");
        }
    }

    @Test
    void writeThatWaitsTooLongForALockIsNotDone() throws SQLException {
        try (PostgresStorage storage = open("locked")) {
            locked("locked", () -> {
                assertUnavailable(() -> create(storage, "a"));
                assertThat(reason(
                                () -> RequestDeadline.in(Duration.ofMillis(300)).during(() -> create(storage, "b"))))
                        .isEqualTo(StatusReason.TIMEOUT);
            });
            create(storage, "c");
            assertThat(storage.store().list(Kinds.redis(), ListRequest.all("")).items())
                    .extracting(item -> item.namespacedName().name())
                    .containsExactly("c");
        }
    }

    @Test
    void requestIsUnavailableIfNoConnectionIsFree() throws SQLException {
        try (PostgresStorage storage = PostgresServer.open(settings("exhausted").withConnections(1));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            locked("exhausted", () -> {
                List<Future<Boolean>> writes = Stream.of("a", "b", "c", "d")
                        .map(name -> threads.submit(() -> {
                            assertUnavailable(() -> create(storage, name));
                            return true;
                        }))
                        .toList();
                for (Future<Boolean> write : writes) {
                    assertThat(write.get()).isTrue();
                }
            });
            create(storage, "a");
        }
    }

    /** A trigger raises the errors as the server does itself. */
    @ParameterizedTest
    @CsvSource({
        "53100, could not extend file: No space left on device, SERVICE_UNAVAILABLE",
        "53200, out of memory, SERVICE_UNAVAILABLE",
        "57014, canceling statement due to statement timeout, SERVICE_UNAVAILABLE",
        "25006, cannot execute INSERT in a read-only transaction, SERVICE_UNAVAILABLE",
        "40P01, deadlock detected, SERVICE_UNAVAILABLE",
        "42501, permission denied for table application, SERVICE_UNAVAILABLE",
        "54000, index row size exceeds maximum, REQUEST_ENTITY_TOO_LARGE",
        "22012, something else, INTERNAL_ERROR",
    })
    void failedWriteHasAReasonAndStoresNothing(String state, String message, StatusReason reason) throws SQLException {
        try (PostgresStorage storage = open("failing")) {
            server.administer(
                    "CREATE OR REPLACE FUNCTION failing.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE"
                            + " EXCEPTION USING ERRCODE = '" + state + "', MESSAGE = '" + message
                            + " about secret values'; END $$",
                    "CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON failing.application"
                            + " FOR EACH ROW EXECUTE FUNCTION failing.fail()");
            try {
                ApiError error = error(() -> create(storage, "x-" + state.toLowerCase(Locale.ROOT)));
                assertThat(Status.of(error).reason()).isEqualTo(reason);
                assertThat(Status.of(error).message()).doesNotContain("secret values");
                if (reason == StatusReason.SERVICE_UNAVAILABLE) {
                    assertUnavailable(() -> create(storage, "y"));
                }
            } finally {
                server.administer("DROP TRIGGER fail ON failing.application");
            }
            assertThat(storage.store().list(Kinds.redis(), ListRequest.all("")).items())
                    .isEmpty();
        }
    }

    /**
     * Requires a machine that lets a test mount a small file system. Elsewhere, only the trigger above raises the
     * SQLSTATE.
     */
    @Test
    void fullDiskServesReadsAndRefusesWritesUntilThereIsRoom(@TempDir Path folder) throws Exception {
        assumeTrue(OwnServer.canMount(), "no file system of its own can be mounted here");
        Path disk = Files.createDirectory(folder.resolve("disk"));
        try (OwnServer small =
                new OwnServer(folder.resolve("server")).onDisk(disk).start()) {
            small.administer(
                    "CREATE TABLESPACE small LOCATION '" + disk + "/tables'",
                    "ALTER DATABASE postgres SET default_tablespace = small");
            try (PostgresStorage storage = PostgresServer.open(small.settings().withPatience(PATIENCE))) {
                List<String> stored = new ArrayList<>();
                ApiError full = error(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        stored.add(large(storage, "x-" + i));
                    }
                });
                assertThat(Status.of(full).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
                assertThat(stored).isNotEmpty();
                assertUnavailable(() -> large(storage, "y"));
                assertThat(storage.store()
                                .list(Kinds.redis(), ListRequest.all(""))
                                .items())
                        .extracting(item -> item.namespacedName().name())
                        .containsExactlyInAnyOrderElementsOf(stored);

                small.administer("COPY (SELECT 1) TO PROGRAM 'rm " + disk + "/ballast'");

                assertThat(large(storage, "z")).isEqualTo("z");
            }
        }
    }

    /** Creates an object that does not get smaller by compression, and returns its name. */
    private static String large(PostgresStorage storage, String name) {
        byte[] noise = new byte[75_000];
        new Random(name.hashCode()).nextBytes(noise);
        JsonObject spec = JsonObject.builder()
                .put("name", Base64.getEncoder().encodeToString(noise))
                .build();
        Application application =
                new Application(Kinds.redis().gvk(), ObjectMeta.of("default", name), spec, JsonObject.EMPTY);
        return storage.store()
                .create(Kinds.redis(), application, new WriteOptions(false, "test"))
                .metadata()
                .name();
    }

    @Test
    void readOnlyServerServesReadsAndRefusesWrites() throws SQLException {
        try (PostgresStorage storage = open("standby")) {
            create(storage, "a");
            server.administer("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()");
            try {
                Awaitility.await()
                        .untilAsserted(() -> assertUnavailable(() -> create(storage, "b-" + System.nanoTime())));
                assertThat(get(storage, "a").name()).isEqualTo("a");
            } finally {
                server.administer(
                        "SET default_transaction_read_only = off",
                        "ALTER SYSTEM RESET default_transaction_read_only",
                        "SELECT pg_reload_conf()");
            }
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> create(storage, "c").metadata().name().equals("c"));
        }
    }

    @Test
    void passwordDoesNotAppearInLogsErrorsOrToString() throws Exception {
        server.administer(
                "CREATE ROLE guarded LOGIN PASSWORD '" + SECRET + "'", "CREATE SCHEMA guarded AUTHORIZATION guarded");
        Path access = server.data().resolve("pg_hba.conf");
        Files.writeString(access, "host all guarded 127.0.0.1/32 scram-sha-256\n" + Files.readString(access));
        server.administer("SELECT pg_reload_conf()");
        PostgresSettings settings = guarded(SECRET);

        KeptLog.during(log -> {
            SQLException refused =
                    catchThrowableOfType(SQLException.class, () -> tryOpen(guarded(SECRET + "-mistyped")));
            assertThat(refused.getSQLState()).isEqualTo("28P01");
            for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
                assertThat(cause.toString()).doesNotContain(SECRET);
            }
            try (PostgresStorage storage = PostgresServer.open(settings)) {
                create(storage, "a");
                server.administer(
                        "ALTER ROLE guarded PASSWORD 'changed'",
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guarded'");
                ApiError error = error(() -> get(storage, "a"));
                assertThat(Status.of(error).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
                assertThat(error.toString()).doesNotContain(SECRET).doesNotContain("guarded");
            }
            assertThat(log).isNotEmpty().noneMatch(line -> line.contains(SECRET));
        });
        assertThat(settings.toString()).contains("guarded").doesNotContain(SECRET);
        assertThat(String.valueOf(settings.migrations())).doesNotContain(SECRET);
    }

    private static PostgresSettings guarded(String password) {
        return new PostgresSettings(
                server.url(),
                "guarded",
                password,
                "guarded",
                Map.of("password", password),
                new PostgresSettings.Credentials("guarded", password),
                2,
                PATIENCE,
                PostgresSettings.HISTORY);
    }

    /** The driver logs URLs. */
    @ParameterizedTest
    @ValueSource(strings = {"?password=x", "?ssl=true&password=x", "?sslpassword=x", "?PASSWORD=x"})
    void passwordInTheUrlIsRefused(String parameters) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PostgresSettings.of("jdbc:postgresql://localhost/a" + parameters, "u", null))
                .withMessage("the URL must not contain a password; set the password separately");
    }

    @Test
    void missingDatabaseIsReported() {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> tryOpen(PostgresSettings.of(server.url("127.0.0.1", "nowhere"), "postgres", null)))
                .withMessageContaining("\"nowhere\" does not exist");
    }

    @Test
    void tablesOfANewerProgramAreRefused() throws SQLException {
        open("newer").close();
        server.administer(
                "INSERT INTO newer.flyway_schema_history SELECT installed_rank + 10, '9999', description, type,"
                        + " script, checksum, installed_by, installed_on, execution_time, success"
                        + " FROM newer.flyway_schema_history WHERE version = '1'");

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> tryOpen(settings("newer")))
                .withMessage("the tables are of version 9999, which requires a newer version of Chartroom");
    }

    /** The migration of the first version was reworded once, so its checksum can differ. */
    @Test
    void tablesOfTheFirstVersionAreMigrated() throws SQLException {
        try (PostgresStorage storage = open("older")) {
            create(storage, "a");
        }
        server.administer(
                "ALTER TABLE older.state DROP COLUMN timeline, DROP COLUMN lost_after, DROP COLUMN lost_until",
                "DELETE FROM older.flyway_schema_history WHERE version = '2'",
                "UPDATE older.flyway_schema_history SET checksum = 1 WHERE version = '1'");

        try (PostgresStorage storage = open("older")) {
            assertThat(get(storage, "a").name()).isEqualTo("a");
            create(storage, "b");
        }
    }

    @Test
    void databaseWithoutUtf8IsRefused() throws SQLException {
        server.administer("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'");

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> tryOpen(PostgresSettings.of(server.url("127.0.0.1", "latin"), "postgres", null)))
                .withMessage("the encoding of the database is LATIN1, but must be UTF8");
    }

    /** Simulates a failover to a lagging replica, or a restored backup. */
    @Test
    void watchExpiresIfItSawALostRevision() throws Exception {
        try (PostgresStorage storage = open("setback")) {
            create(storage, "a");
            try (WatchStream watch = storage.store().watch(Kinds.redis(), WatchRequest.after("", ""))) {
                create(storage, "b");
                assertThat(watch.next(Duration.ofSeconds(10))).isInstanceOf(WatchEvent.Added.class);
                assertThat(watch.next(Duration.ofSeconds(10))).isInstanceOf(WatchEvent.Added.class);
                server.administer(
                        "DELETE FROM setback.application WHERE name = 'b'",
                        "UPDATE setback.state SET latest = latest - 1",
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT latest%'");

                assertThat(watch.next(Duration.ofSeconds(10)))
                        .isInstanceOfSatisfying(
                                WatchEvent.Failed.class,
                                failed -> assertThat(failed.error()).isInstanceOf(ApiError.Expired.class));
            }
            create(storage, "c");
        }
    }

    @Test
    void notificationPayloadIsIgnored() throws Exception {
        try (PostgresStorage storage = open("notified")) {
            String start = create(storage, "a").metadata().resourceVersion();
            try (WatchStream watch = storage.store().watch(Kinds.redis(), WatchRequest.after("", start))) {
                server.administer("NOTIFY chartroom_revision, '999999999999999999'", "NOTIFY chartroom_revision, 'x'");
                assertThat(watch.next(Duration.ofMillis(300))).isNull();
                create(storage, "b");
                assertThat(watch.next(Duration.ofSeconds(10))).isInstanceOf(WatchEvent.Added.class);
            }
        }
    }

    private static PostgresSettings settings(String schema) {
        return server.settings().withSchema(schema).withPatience(PATIENCE);
    }

    private static PostgresStorage open(String schema) {
        return PostgresServer.open(settings(schema));
    }

    private static void tryOpen(PostgresSettings settings) throws SQLException {
        PostgresStorage.open(settings, new TextCodec(), Clock.systemUTC(), new Random())
                .close();
    }

    private static StoredApplication create(PostgresStorage storage, String name) {
        Application application = new Application(
                Kinds.redis().gvk(), ObjectMeta.of("default", name), Kinds.replicas(1), JsonObject.EMPTY);
        return storage.store().create(Kinds.redis(), application, new WriteOptions(false, "test"));
    }

    private static NamespacedName get(PostgresStorage storage, String name) {
        ServedApplication found = storage.store().get(Kinds.redis(), new NamespacedName("default", name), "");
        return found.namespacedName();
    }

    private interface Action {
        void run() throws Exception;
    }

    /** Runs an action while another connection locks the row that every write takes. */
    private static void locked(String schema, Action action) throws SQLException {
        try (Connection holder = server.connect();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("UPDATE " + schema + ".state SET latest = latest");
            action.run();
            holder.rollback();
        } catch (SQLException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void assertUnavailable(ThrowingCallable call) {
        assertThat(error(call)).isInstanceOfSatisfying(ApiError.Plain.class, plain -> {
            assertThat(plain.reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
            assertThat(plain.retryAfterSeconds()).isPositive();
        });
    }

    private static StatusReason reason(ThrowingCallable call) {
        return Status.of(error(call)).reason();
    }

    private static ApiError error(ThrowingCallable call) {
        ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return thrown.error();
    }
}

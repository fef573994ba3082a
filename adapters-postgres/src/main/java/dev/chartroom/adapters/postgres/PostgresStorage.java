package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.adapters.postgres.database.PostgresErrors;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.ApplicationVersions;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A database that stores Applications: its store, feed and target, and their background work. Any number of programs
 * can share one database.
 */
public final class PostgresStorage implements AutoCloseable {
    /** How long a read waits for a revision, as in a kube-apiserver. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** The interval of polls for new revisions, in case a notification was lost. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(10);
    /** After this time without contact, watches may miss changes. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final Database database;
    private final Revisions revisions;
    private final Compaction compaction;
    private final Clock clock;
    private final ApplicationStore store;
    private final ApplicationListerWatcher feed;
    private final ApplicationTarget target;
    private final ApplicationVersions versions;

    private PostgresStorage(
            Database database,
            PostgresSettings settings,
            JsonCodec codec,
            Clock clock,
            Duration interval,
            RandomGenerator random,
            boolean isPrepared) {
        this.database = database;
        this.clock = clock;
        this.revisions = Revisions.follow(database, clock, interval, random, isPrepared);
        this.compaction = Compaction.every(settings.history().dividedBy(5), settings.history(), database);
        this.store = new PostgresApplicationStore(database, revisions, codec, clock, PATIENCE);
        this.feed = new PostgresApplicationListerWatcher(database, revisions, new RowReader(codec), clock);
        this.target = new PostgresApplicationTarget(database, revisions, new RowReader(codec));
        this.versions = new PostgresApplicationVersions(database, new RowReader(codec));
    }

    /**
     * Opens the database and migrates its tables. If the database cannot be reached, both happen as soon as it is
     * reachable.
     *
     * @param codec decodes stored objects, which may be nested deeper than clients may send
     * @throws SQLException if the database cannot be used as it is, for example because the user may not change its
     *     tables
     */
    public static PostgresStorage open(PostgresSettings settings, JsonCodec codec, Clock clock, RandomGenerator random)
            throws SQLException {
        return open(settings, codec, clock, POLL_INTERVAL, random);
    }

    static PostgresStorage open(
            PostgresSettings settings, JsonCodec codec, Clock clock, Duration interval, RandomGenerator random)
            throws SQLException {
        Database database = new Database(settings, clock);
        try {
            return new PostgresStorage(database, settings, codec, clock, interval, random, isPrepared(database));
        } catch (SQLException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** Returns false if the database cannot be reached now. */
    private static boolean isPrepared(Database database) throws SQLException {
        try {
            database.prepare();
            return true;
        } catch (SQLException e) {
            if (PostgresErrors.isUnreachable(e)) {
                return false;
            }
            throw e;
        }
    }

    public ApplicationStore store() {
        return store;
    }

    public ApplicationListerWatcher feed() {
        return feed;
    }

    /** Returns the target for copies of objects of other stores. */
    public ApplicationTarget target() {
        return target;
    }

    /** Returns the earlier versions of objects. They are forgotten after the time in the settings. */
    public ApplicationVersions versions() {
        return versions;
    }

    /** Returns the use of the connections for requests, for operators. */
    public Database.Connections connections() {
        return database.connections();
    }

    /** Returns why the storage may miss changes in the database; empty if it misses none. For readiness. */
    public Optional<String> problem() {
        return revisions
                .disconnectedSince()
                .filter(since -> since.plus(SILENCE).isBefore(clock.instant()))
                .map(since -> "Chartroom has had no connection to the database since " + since);
    }

    /** Ends all watches and closes all connections. */
    @Override
    public void close() {
        compaction.close();
        revisions.close();
        database.close();
    }
}

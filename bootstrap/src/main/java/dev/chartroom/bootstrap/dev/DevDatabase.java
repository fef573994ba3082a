package dev.chartroom.bootstrap.dev;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.ports.storage.ApplicationStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Dev mode's own PostgreSQL server, on loopback, with its data in a folder. */
public final class DevDatabase implements DevObjects {
    private static final String NAME = "postgres";
    /** The lock file of a running server. Its first line is the process id. */
    private static final String LOCK = "postmaster.pid";

    private static final String METHOD = "scram-sha-256";
    /** Allows connections only from this machine, and only with the password. */
    private static final String AUTHENTICATION = """
            local all all scram-sha-256
            host all all 127.0.0.1/32 scram-sha-256
            host all all ::1/128 scram-sha-256
            """;

    private final EmbeddedPostgres server;
    private final String password;
    private final DatabaseOwner owner;
    /** The actions that close the opened stores, in the order of opening. They run in reverse order. */
    private final List<Runnable> closing = new ArrayList<>();

    private DevDatabase(EmbeddedPostgres server, String password, DatabaseOwner owner) {
        this.server = server;
        this.password = password;
        this.owner = owner;
    }

    /**
     * Starts the server. If a dev mode was killed, its PostgreSQL still runs, and is stopped first.
     *
     * @param folder the folder of dev mode, created if it does not exist
     * @throws ConfigException if another server uses the same data, or the server cannot be started
     */
    public static DevDatabase start(Path folder) {
        Path data = folder.resolve(NAME).toAbsolutePath().normalize();
        Path programs = folder.resolve(NAME + "-programs").toAbsolutePath().normalize();
        OrphanedPostgres orphan = new OrphanedPostgres(data.resolve(LOCK), programs);
        try {
            DevFolder.prepare(folder);
            DatabaseOwner owner =
                    DatabaseOwner.become(folder.resolve(NAME + "-owner")).orElseThrow(() -> inUse(orphan, data));
            try {
                if (!orphan.stop()) {
                    throw inUse(orphan, data);
                }
                Files.deleteIfExists(data.resolve(LOCK));
                return start(folder, data, programs, owner);
            } catch (IOException | RuntimeException e) {
                owner.close();
                throw e;
            }
        } catch (IOException | IllegalStateException e) {
            throw new ConfigException("PostgreSQL cannot be started with the data in " + data + ": " + e.getMessage());
        }
    }

    private static ConfigException inUse(OrphanedPostgres running, Path data) {
        return new ConfigException(running.process()
                        .map(process -> "a PostgreSQL server (process " + process.pid() + ")")
                        .orElse("another dev mode")
                + " already uses " + data + "; stop it, or choose another --directory");
    }

    private static DevDatabase start(Path folder, Path data, Path programs, DatabaseOwner owner) throws IOException {
        Path file = folder.resolve(NAME + "-password").toAbsolutePath();
        if (!Files.exists(file)) {
            DevFolder.write(file, DevMode.secret());
        }
        String password = Files.readString(file).strip();
        // The library unpacks the programs into a folder that all users may write to. So this folder is inside a
        // private one.
        DevFolder.prepare(programs);
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setOverrideWorkingDirectory(programs.resolve("unpacked").toFile())
                .setCleanDataDirectory(false)
                // Options of initdb, which runs only if there are no data.
                .setLocaleConfig("auth", METHOD)
                .setLocaleConfig("pwfile", file.toString())
                .setServerConfig("listen_addresses", "localhost")
                .setServerConfig("password_encryption", METHOD)
                .setConnectConfig("password", password)
                .start();
        protect(server, data, password);
        return new DevDatabase(server, password, owner);
    }

    /** Requires the password even if an older version of Chartroom created the data. */
    private static void protect(EmbeddedPostgres server, Path data, String password) throws IOException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER ROLE " + NAME + " PASSWORD '" + password + "'");
            Files.writeString(data.resolve("pg_hba.conf"), AUTHENTICATION);
            statement.execute("SELECT pg_reload_conf()");
        } catch (SQLException e) {
            server.close();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the JDBC URL of the server. */
    String url() {
        return server.getJdbcUrl(NAME, NAME);
    }

    /** Opens a store with a watch cache in front of it. */
    @Override
    public ApplicationStore open(KindCatalogue catalogue, PendingChanges pending, Clock clock) {
        try {
            PostgresStorage opened = PostgresStorage.open(
                    PostgresSettings.of(url(), NAME, password), JacksonCodec.ofStored(), clock, new SecureRandom());
            closing.add(opened::close);
            WatchCachingApplicationStore cached = WatchCachingApplicationStore.start(
                    opened.store(), opened.feed(), catalogue.registry().kinds(), pending, clock, new SecureRandom());
            closing.add(cached::close);
            catalogue.onChange(registry -> cached.use(registry.kinds(), false));
            return cached;
        } catch (SQLException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        closing.reversed().forEach(Runnable::run);
        try {
            server.close();
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL cannot be stopped: " + e.getMessage(), e);
        } finally {
            owner.close();
        }
    }
}

package dev.chartroom.adapters.catalogue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.store.PollingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.secret.SecretValues;
import dev.chartroom.ports.storage.ApplicationStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Serves the databases, roles and grants of a Postgres server as resources. */
public final class PostgresResources implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final HikariDataSource connections;
    private final CatalogueServer server;
    private final PollingApplicationStore store;
    private final JsonCodec codec;

    /**
     * The connection to the server.
     *
     * @param url the JDBC URL, {@code jdbc:postgresql://host:port/database}. Its database contains Chartroom's table.
     *     Chartroom serves grants on schemas and tables only for this database.
     * @param caFile a PEM file with the authorities of the server's certificate; null for the authorities of the JVM
     * @param namespace the namespace of objects that were not made through Chartroom; null if these objects are not
     *     shown
     * @param allowed the names that a spec may use in addition to the names of the objects that Chartroom made for the
     * spec's namespace
     * @param reserved Chartroom's roles besides {@code user}; no spec may name any of Chartroom's roles
     */
    public record Settings(
            String url,
            String user,
            String password,
            @Nullable String caFile,
            @Nullable String namespace,
            List<Allowed> allowed,
            Set<String> reserved) {
        public Settings {
            allowed = List.copyOf(allowed);
            reserved = Set.copyOf(reserved);
        }

        @Override
        public String toString() {
            return user + " at " + url;
        }
    }

    /**
     * Objects of the administrator that specs of some namespaces may name.
     *
     * @param namespaces the namespaces whose specs may name the objects; contains {@code *} for all
     * @param roles the names of roles; contains {@code public} if specs may grant to everybody
     * @param schemas the schemas of the database that Chartroom is connected to, including their tables
     */
    public record Allowed(Set<String> namespaces, Set<String> roles, Set<String> databases, Set<String> schemas) {
        public Allowed {
            namespaces = Set.copyOf(namespaces);
            roles = Set.copyOf(roles);
            databases = Set.copyOf(databases);
            schemas = Set.copyOf(schemas);
        }

        boolean isFor(String namespace) {
            return namespaces.contains("*") || namespaces.contains(namespace);
        }
    }

    private PostgresResources(
            HikariDataSource connections, CatalogueServer server, PollingApplicationStore store, JsonCodec codec) {
        this.connections = connections;
        this.server = server;
        this.store = store;
        this.codec = codec;
    }

    /**
     * Opens the store. It does not connect yet, so the server may be down.
     *
     * @param pending the pending changes of all watches, including those of this store
     */
    public static PostgresResources open(
            Settings settings, SecretValues secrets, JsonCodec codec, PendingChanges pending, Clock clock) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("postgres-resources");
        config.setJdbcUrl(settings.url());
        config.setUsername(settings.user());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(PATIENCE.toMillis());
        config.setDataSourceProperties(CatalogueDriverProperties.of(settings));
        HikariDataSource connections = new HikariDataSource(config);
        CatalogueServer server = new CatalogueServer(connections);
        PostgresCatalogue catalogue =
                new PostgresCatalogue(server, boundary(settings), secrets, codec, settings.namespace());
        return new PostgresResources(
                connections,
                server,
                new PollingApplicationStore(catalogue, codec, pending, clock, INTERVAL, PATIENCE),
                codec);
    }

    static Boundary boundary(Settings settings) {
        Set<String> reserved = new HashSet<>(settings.reserved());
        reserved.add(settings.user());
        return new Boundary(settings.allowed(), Set.copyOf(reserved));
    }

    /**
     * Returns why the kinds are not served, for example because the server is too old; empty if they are served, or
     * before the first connection.
     */
    public Optional<String> problem() {
        return server.problem();
    }

    /** Returns the store. It keeps the events of watches itself, so it needs no cache and has no feed. */
    public ApplicationStore store() {
        return store;
    }

    /** Returns the KindDefinitions of the served kinds. */
    public List<JsonObject> definitions() {
        return Stream.of("postgresdatabases", "postgresroles", "postgresgrants")
                .map(this::definition)
                .toList();
    }

    private JsonObject definition(String plural) {
        try (InputStream yaml = Objects.requireNonNull(PostgresResources.class.getResourceAsStream(plural + ".yaml"))) {
            return codec.parseYaml(yaml.readAllBytes()) instanceof JsonObject definition
                    ? definition
                    : JsonObject.EMPTY;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        store.close();
        connections.close();
    }
}

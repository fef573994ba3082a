package dev.chartroom.examples.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.polling.PollingApplicationStore;
import dev.chartroom.ports.secret.SecretValues;
import dev.chartroom.ports.storage.ApplicationStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A Postgres server whose databases, roles and grants are resources. */
public final class PostgresResources implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final HikariDataSource server;
    private final PollingApplicationStore store;
    private final JsonCodec codec;

    /**
     * Where the server is, and as whom Chartroom comes to it.
     *
     * @param url as JDBC has it, {@code jdbc:postgresql://host:port/database}; what Postgres has no place for is kept in
     *     that database, and grants on schemas and tables are those of that one
     * @param namespace where objects are that were not made through Chartroom
     */
    public record Settings(String url, String user, String password, String namespace) {
        @Override
        public String toString() {
            return user + " at " + url;
        }
    }

    private PostgresResources(HikariDataSource server, PollingApplicationStore store, JsonCodec codec) {
        this.server = server;
        this.store = store;
        this.codec = codec;
    }

    /** Nothing is asked of the server yet: it need not be there. */
    public static PostgresResources open(Settings settings, SecretValues secrets, JsonCodec codec, Clock clock) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("postgres-resources");
        config.setJdbcUrl(settings.url());
        config.setUsername(settings.user());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(PATIENCE.toMillis());
        config.addDataSourceProperty("ApplicationName", "chartroom");
        config.addDataSourceProperty("connectTimeout", "3");
        config.addDataSourceProperty("socketTimeout", "60");
        config.addDataSourceProperty("options", "-c lock_timeout=5s -c statement_timeout=50s");
        HikariDataSource server = new HikariDataSource(config);
        PostgresCatalogue catalogue = new PostgresCatalogue(server, secrets, codec, settings.namespace());
        return new PostgresResources(
                server, new PollingApplicationStore(catalogue, codec, clock, INTERVAL, PATIENCE), codec);
    }

    /** It needs no cache before it, and has no feed: it keeps what is told to watches itself. */
    public ApplicationStore store() {
        return store;
    }

    /** The KindDefinitions of the kinds that it serves. */
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
        server.close();
    }
}

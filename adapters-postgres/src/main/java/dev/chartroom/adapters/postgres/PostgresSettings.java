package dev.chartroom.adapters.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the database is, and how it is used.
 *
 * @param url of JDBC, with the database's name, and without a password
 * @param user who reads and writes
 * @param password null where the server asks for none
 * @param schema that the tables are in, which migrations make where it is not there
 * @param properties of the driver, such as those of TLS; where neither they nor the URL have an {@code sslmode}, it is
 *     {@code verify-full}, but for a server on this machine
 * @param migrations who may change tables; null for the user
 * @param connections how many requests have at most; watches have two more, and one listens
 * @param patience how long a request waits for a connection, and a statement may take
 * @param history how long states and changes are remembered that are not the latest
 */
public record PostgresSettings(
        String url,
        String user,
        @Nullable String password,
        String schema,
        Map<String, String> properties,
        @Nullable Credentials migrations,
        int connections,
        Duration patience,
        Duration history) {
    /** As long as etcd keeps what a kube-apiserver compacts. */
    public static final Duration HISTORY = Duration.ofMinutes(5);

    public static final Duration PATIENCE = Duration.ofSeconds(10);

    public static final int CONNECTIONS = 10;

    public static final String SCHEMA = "chartroom";

    public PostgresSettings {
        properties = Map.copyOf(properties);
        // The driver logs it.
        if (url.toLowerCase(Locale.ROOT).contains("password=")) {
            throw new IllegalArgumentException("the URL holds a password, which has a place of its own");
        }
    }

    /** Who may change tables. */
    public record Credentials(String user, @Nullable String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    /** Those of a database with everything else as it usually is. */
    public static PostgresSettings of(String url, String user, @Nullable String password) {
        return new PostgresSettings(url, user, password, SCHEMA, Map.of(), null, CONNECTIONS, PATIENCE, HISTORY);
    }

    /** The same with another memory. */
    public PostgresSettings withHistory(Duration other) {
        return new PostgresSettings(url, user, password, schema, properties, migrations, connections, patience, other);
    }

    /** The same with other patience. */
    public PostgresSettings withPatience(Duration other) {
        return new PostgresSettings(url, user, password, schema, properties, migrations, connections, other, history);
    }

    /** The same with so many connections. */
    public PostgresSettings withConnections(int other) {
        return new PostgresSettings(url, user, password, schema, properties, migrations, other, patience, history);
    }

    /** The same in another schema. */
    public PostgresSettings withSchema(String other) {
        return new PostgresSettings(url, user, password, other, properties, migrations, connections, patience, history);
    }

    /**
     * The same with a server whose name and certificate are checked.
     *
     * @param authorities in PEM
     */
    public PostgresSettings withAuthorities(Path authorities) {
        Map<String, String> checked = new HashMap<>(properties);
        checked.put("sslmode", "verify-full");
        checked.put("sslrootcert", authorities.toString());
        return new PostgresSettings(url, user, password, schema, checked, migrations, connections, patience, history);
    }

    /** The same with tables that somebody else changes. */
    public PostgresSettings withMigrations(Credentials other) {
        return new PostgresSettings(url, user, password, schema, properties, other, connections, patience, history);
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return user + " at " + url;
    }
}

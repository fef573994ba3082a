package dev.chartroom.adapters.postgres.database;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the database and its limits.
 *
 * @param url the JDBC URL, with the database's name and without a password
 * @param user the user that reads and writes objects
 * @param password null if the server requires none
 * @param schema the schema of the tables, which migrations create if it does not exist
 * @param properties the driver's properties, such as those of TLS. The default of {@code sslmode} is
 *     {@code verify-full}, except for a server on this machine.
 * @param migrations the user that changes tables; if it is null, {@code user} changes them
 * @param connections the maximum number of connections for requests. There are two more connections for watches, and
 *     one that listens for notifications.
 * @param patience the timeout of a statement, and of a request's wait for a connection
 * @param history how long superseded states and their changes are kept
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
    /** A kube-apiserver compacts etcd at the same interval. */
    public static final Duration HISTORY = Duration.ofMinutes(5);

    public static final Duration PATIENCE = Duration.ofSeconds(10);

    public static final int CONNECTIONS = 10;

    public static final String SCHEMA = "chartroom";

    public PostgresSettings {
        properties = Map.copyOf(properties);
        // The driver logs the URL.
        if (url.toLowerCase(Locale.ROOT).contains("password=")) {
            throw new IllegalArgumentException("the URL must not contain a password; set the password separately");
        }
    }

    /** The user that may change tables. */
    public record Credentials(String user, @Nullable String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    /** Returns the settings of a database with the defaults for everything else. */
    public static PostgresSettings of(String url, String user, @Nullable String password) {
        return new PostgresSettings(url, user, password, SCHEMA, Map.of(), null, CONNECTIONS, PATIENCE, HISTORY);
    }

    /** Returns a copy with another {@code history}. */
    public PostgresSettings withHistory(Duration other) {
        return new PostgresSettings(url, user, password, schema, properties, migrations, connections, patience, other);
    }

    /** Returns a copy with another {@code patience}. */
    public PostgresSettings withPatience(Duration other) {
        return new PostgresSettings(url, user, password, schema, properties, migrations, connections, other, history);
    }

    /** Returns a copy with another number of connections. */
    public PostgresSettings withConnections(int other) {
        return new PostgresSettings(url, user, password, schema, properties, migrations, other, patience, history);
    }

    /** Returns a copy with another schema. */
    public PostgresSettings withSchema(String other) {
        return new PostgresSettings(url, user, password, other, properties, migrations, connections, patience, history);
    }

    /**
     * Returns a copy that verifies the server's name and certificate.
     *
     * @param authorities a file in PEM
     */
    public PostgresSettings withAuthorities(Path authorities) {
        Map<String, String> checked = new HashMap<>(properties);
        checked.put("sslmode", "verify-full");
        checked.put("sslrootcert", authorities.toString());
        return new PostgresSettings(url, user, password, schema, checked, migrations, connections, patience, history);
    }

    /** Returns a copy in which another user changes tables. */
    public PostgresSettings withMigrations(Credentials other) {
        return new PostgresSettings(url, user, password, schema, properties, other, connections, patience, history);
    }

    /** Omits secrets. */
    @Override
    public String toString() {
        return user + " at " + url;
    }
}

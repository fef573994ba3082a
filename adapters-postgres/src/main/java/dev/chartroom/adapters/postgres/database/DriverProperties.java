package dev.chartroom.adapters.postgres.database;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ssl.DefaultJavaSSLFactory;

/**
 * The properties of the JDBC driver, for connections that read and write objects and for connections that migrate the
 * tables.
 */
public final class DriverProperties {
    /** A connection is presumed dead if it does not answer within the statement timeout plus this time. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** The connect timeout. A caller with a shorter deadline stops waiting earlier. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private DriverProperties() {}

    /** Returns the properties of all connections, without user and password. */
    public static Properties common(PostgresSettings settings) {
        Properties properties = new Properties();
        Properties known = Driver.parseURL(settings.url(), null);
        if (known == null || !isLocal(known.getProperty(PGProperty.PG_HOST.getName(), "localhost"))) {
            properties.setProperty(PGProperty.SSL_MODE.getName(), "verify-full");
        }
        if (known != null && known.containsKey(PGProperty.SSL_MODE.getName())) {
            properties.setProperty(PGProperty.SSL_MODE.getName(), known.getProperty(PGProperty.SSL_MODE.getName()));
        }
        properties.putAll(settings.properties());
        if (!isNamed(PGProperty.SSL_ROOT_CERT, known, properties)
                && !isNamed(PGProperty.SSL_FACTORY, known, properties)) {
            // Trust the JVM's authorities. By default, the driver reads a file in the user's home directory.
            set(properties, PGProperty.SSL_FACTORY, DefaultJavaSSLFactory.class.getName());
        }
        set(properties, PGProperty.APPLICATION_NAME, "chartroom");
        set(properties, PGProperty.CONNECT_TIMEOUT, seconds(CONNECT));
        set(properties, PGProperty.LOGIN_TIMEOUT, seconds(CONNECT));
        set(properties, PGProperty.TCP_KEEP_ALIVE, "true");
        set(properties, PGProperty.TARGET_SERVER_TYPE, "primary");
        return properties;
    }

    /**
     * Returns the properties of connections that read and write. With "read committed", a statement that waited for a
     * lock sees the changes that the lock's previous holder committed.
     */
    static Properties ofUser(PostgresSettings settings) {
        Properties properties = common(settings);
        set(properties, PGProperty.USER, settings.user());
        if (settings.password() != null) {
            set(properties, PGProperty.PASSWORD, settings.password());
        }
        set(properties, PGProperty.CURRENT_SCHEMA, settings.schema());
        set(
                properties,
                PGProperty.OPTIONS,
                "-c default_transaction_isolation=read\\ committed -c statement_timeout="
                        + settings.patience().toMillis());
        set(properties, PGProperty.SOCKET_TIMEOUT, seconds(settings.patience().plus(GRACE)));
        return properties;
    }

    private static boolean isNamed(PGProperty property, @Nullable Properties url, Properties others) {
        return url != null && url.containsKey(property.getName()) || others.containsKey(property.getName());
    }

    private static void set(Properties properties, PGProperty property, String value) {
        properties.setProperty(property.getName(), value);
    }

    /** Returns whether all hosts of a list are local. */
    private static boolean isLocal(String hosts) {
        for (String host : hosts.split(",", -1)) {
            if (!host.equals("localhost") && !isLoopback(host)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.toSeconds()));
    }
}

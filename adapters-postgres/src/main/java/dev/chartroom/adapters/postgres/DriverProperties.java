package dev.chartroom.adapters.postgres;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ssl.DefaultJavaSSLFactory;

/** What the driver is told, for those who read and write and for those who change tables. */
final class DriverProperties {
    /** After a statement's own limit, what is asked has not been heard. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Whoever waits for a connection does so for as long as they may; it may come too late for them. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private DriverProperties() {}

    /** Those of any connection: who connects is not among them. */
    static Properties common(PostgresSettings settings) {
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
            // The authorities that the JVM knows: the driver alone would look for a file in the user's home.
            set(properties, PGProperty.SSL_FACTORY, DefaultJavaSSLFactory.class.getName());
        }
        set(properties, PGProperty.APPLICATION_NAME, "chartroom");
        set(properties, PGProperty.CONNECT_TIMEOUT, seconds(CONNECT));
        set(properties, PGProperty.LOGIN_TIMEOUT, seconds(CONNECT));
        set(properties, PGProperty.TCP_KEEP_ALIVE, "true");
        set(properties, PGProperty.TARGET_SERVER_TYPE, "primary");
        return properties;
    }

    /** Those of who reads and writes. Somebody who waits for a lock must see what its holder did. */
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

    /** Hosts are a list, of which all must be. */
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

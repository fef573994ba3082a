package dev.chartroom.adapters.catalogue;

import java.net.InetAddress;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ssl.DefaultJavaSSLFactory;

/**
 * The properties of the JDBC driver. The server must prove its name by a certificate unless it runs on this machine.
 */
final class CatalogueDriverProperties {
    private CatalogueDriverProperties() {}

    static Properties of(PostgresResources.Settings settings) {
        Properties properties = new Properties();
        @Nullable Properties url = Driver.parseURL(settings.url(), null);
        @Nullable String mode = url == null ? null : url.getProperty(PGProperty.SSL_MODE.getName());
        if (settings.caFile() != null) {
            set(properties, PGProperty.SSL_MODE, "verify-full");
            set(properties, PGProperty.SSL_ROOT_CERT, settings.caFile());
        } else if (mode != null) {
            set(properties, PGProperty.SSL_MODE, mode);
        } else if (url == null || !isLocal(url.getProperty(PGProperty.PG_HOST.getName(), "localhost"))) {
            set(properties, PGProperty.SSL_MODE, "verify-full");
        }
        if (settings.caFile() == null && (url == null || !url.containsKey(PGProperty.SSL_ROOT_CERT.getName()))) {
            // Trust the JVM's authorities. By default, the driver reads a file in the user's home directory.
            set(properties, PGProperty.SSL_FACTORY, DefaultJavaSSLFactory.class.getName());
        }
        set(properties, PGProperty.APPLICATION_NAME, "chartroom");
        set(properties, PGProperty.CONNECT_TIMEOUT, "3");
        set(properties, PGProperty.SOCKET_TIMEOUT, "60");
        // With another search path, a tenant's functions could shadow those of Postgres.
        set(
                properties,
                PGProperty.OPTIONS,
                "-c search_path=pg_catalog,pg_temp -c lock_timeout=2s -c statement_timeout=50s"
                        // A transaction is idle while another connection makes a database. Making a database takes no
                        // longer than this timeout.
                        + " -c idle_in_transaction_session_timeout=60s");
        return properties;
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
}

package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.postgres.database.DriverProperties;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server proves its identity by its certificate. */
class TlsTest {
    @TempDir
    private static Path folder;

    /** Exceptions are a server on this machine, and settings that say otherwise. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db.example.com/chartroom, '', verify-full",
        "jdbc:postgresql://10.0.0.1:5433/chartroom, '', verify-full",
        "'jdbc:postgresql://127.0.0.1,db.example.com/chartroom', '', verify-full",
        "jdbc:postgresql://localhost.example.com/chartroom, '', verify-full",
        "jdbc:postgresql://db.example.com/chartroom?sslmode=require, '', require",
        "jdbc:postgresql://db.example.com/chartroom?sslmode=require, verify-ca, verify-ca",
        "jdbc:postgresql://localhost/chartroom, '', ",
        "jdbc:postgresql://127.0.0.1/chartroom, '', ",
        "jdbc:postgresql://[::1]:5432/chartroom, '', ",
        "jdbc:postgresql:chartroom, '', ",
        "jdbc:postgresql://127.0.0.1/chartroom, verify-full, verify-full",
    })
    void certificatesAreVerifiedByDefault(String url, String said, String expected) {
        PostgresSettings settings = settings(url, said.isEmpty() ? Map.of() : Map.of("sslmode", said));

        assertThat(DriverProperties.common(settings).getProperty("sslmode")).isEqualTo(expected);
    }

    @Test
    void connectionRequiresATrustedCertificateForTheHost() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create("right");
        Path trusted = Files.writeString(folder.resolve("right.pem"), authority.pem());
        Path other = Files.writeString(
                folder.resolve("wrong.pem"),
                CertificateAuthority.create("wrong").pem());
        try (OwnServer right = server("named", authority.server("127.0.0.1"));
                OwnServer misnamed = server("misnamed", authority.server("db.example.com"));
                OwnServer plain = new OwnServer(folder.resolve("plain")).start()) {
            Map<String, String> trusting = Map.of("sslmode", "verify-full", "sslrootcert", trusted.toString());
            try (PostgresStorage storage = open(settings(right.url(), trusting))) {
                assertThat(storage.feed().latest(Kinds.redis())).isPresent();
            }
            assertRefused(
                    settings(right.url(), Map.of("sslmode", "verify-full", "sslrootcert", other.toString())), "certif");
            assertRefused(
                    settings(right.url(), Map.of("sslmode", "verify-full")), "unable to find valid certification path");
            assertRefused(settings(misnamed.url(), trusting), "hostname 127.0.0.1 could not be verified");
            assertRefused(settings(plain.url(), trusting), "does not support SSL");
        }
    }

    private static PostgresSettings settings(String url, Map<String, String> properties) {
        return new PostgresSettings(
                url,
                "postgres",
                null,
                PostgresSettings.SCHEMA,
                properties,
                null,
                2,
                Duration.ofSeconds(5),
                PostgresSettings.HISTORY);
    }

    private static PostgresStorage open(PostgresSettings settings) throws SQLException {
        return PostgresStorage.open(settings, new TextCodec(), Clock.systemUTC(), new Random());
    }

    private static void assertRefused(PostgresSettings settings, String message) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> open(settings).close())
                .withMessageContaining("cannot be migrated: ")
                .withStackTraceContaining(message);
    }

    private static OwnServer server(String name, Identity identity) throws Exception {
        OwnServer server = new OwnServer(folder.resolve(name));
        Path certificate = server.data().resolve("tls.crt");
        Files.writeString(certificate, identity.certificatePem());
        Path key = server.data().resolve("tls.key");
        Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, identity.keyPem());
        return server.with("ssl", "on")
                .with("ssl_cert_file", certificate.toString())
                .with("ssl_key_file", key.toString())
                .start();
    }
}

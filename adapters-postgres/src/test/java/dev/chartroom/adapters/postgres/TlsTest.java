package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.postgres.database.DriverProperties;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.TextCodec;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.Random;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
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
        Authority authority = new Authority("right");
        Authority other = new Authority("wrong");
        try (OwnServer right = server("named", authority, new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
                OwnServer misnamed =
                        server("misnamed", authority, new GeneralName(GeneralName.dNSName, "db.example.com"));
                OwnServer plain = new OwnServer(folder.resolve("plain")).start()) {
            Map<String, String> trusting = Map.of("sslmode", "verify-full", "sslrootcert", authority.file.toString());
            try (PostgresStorage storage = open(settings(right.url(), trusting))) {
                assertThat(storage.feed().latest(Kinds.redis())).isPresent();
            }
            assertRefused(
                    settings(right.url(), Map.of("sslmode", "verify-full", "sslrootcert", other.file.toString())),
                    "certif");
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

    private static OwnServer server(String name, Authority authority, GeneralName subject) throws Exception {
        OwnServer server = new OwnServer(folder.resolve(name));
        KeyPair keys = keys();
        Path certificate = server.data().resolve("tls.crt");
        Files.writeString(certificate, authority.issue(keys, subject));
        Path key = server.data().resolve("tls.key");
        Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
        return server.with("ssl", "on")
                .with("ssl_cert_file", certificate.toString())
                .with("ssl_key_file", key.toString())
                .start();
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static String pem(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + type
                + "-----\n";
    }

    private static final class Authority {
        private final X500Name name;
        private final KeyPair keys;
        private final Path file;

        Authority(String name) throws IOException, GeneralSecurityException, OperatorCreationException {
            this.name = new X500Name("CN=" + name);
            this.keys = keys();
            this.file = folder.resolve(name + ".pem");
            Files.writeString(
                    file, certificate(this.name, keys, Extension.basicConstraints, new BasicConstraints(true)));
        }

        String issue(KeyPair leaf, GeneralName subject)
                throws IOException, GeneralSecurityException, OperatorCreationException {
            return certificate(
                    new X500Name("CN=server"), leaf, Extension.subjectAlternativeName, new GeneralNames(subject));
        }

        private String certificate(X500Name subject, KeyPair of, ASN1ObjectIdentifier extension, ASN1Encodable value)
                throws IOException, OperatorCreationException {
            Instant now = Instant.now();
            byte[] encoded = new JcaX509v3CertificateBuilder(
                            name,
                            BigInteger.valueOf(now.toEpochMilli()),
                            Date.from(now.minusSeconds(60)),
                            Date.from(now.plusSeconds(3600)),
                            subject,
                            of.getPublic())
                    .addExtension(extension, true, value)
                    .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate()))
                    .getEncoded();
            return pem("CERTIFICATE", encoded);
        }
    }
}

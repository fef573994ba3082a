package dev.chartroom.adapters.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.catalogue.PostgresResources.Settings;
import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.tls.CertificateProfile;
import dev.chartroom.ports.tls.Identity;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server proves its identity by its certificate, as does the server of the other store. */
class TlsTest {
    @TempDir
    private static Path folder;

    /** Exceptions are a server on this machine, and settings that say otherwise. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db.example.com/postgres, , verify-full",
        "jdbc:postgresql://10.0.0.1:5433/postgres, , verify-full",
        "'jdbc:postgresql://127.0.0.1,db.example.com/postgres', , verify-full",
        "jdbc:postgresql://localhost.example.com/postgres, , verify-full",
        "jdbc:postgresql://db.example.com/postgres?sslmode=require, , require",
        "jdbc:postgresql://localhost/postgres, , ",
        "jdbc:postgresql://127.0.0.1/postgres, , ",
        "jdbc:postgresql://[::1]:5432/postgres, , ",
        "jdbc:postgresql:postgres, , ",
        "jdbc:postgresql://127.0.0.1/postgres, ca.crt, verify-full",
        "jdbc:postgresql://db.example.com/postgres, ca.crt, verify-full",
    })
    void certificatesAreVerifiedByDefault(String url, @Nullable String caFile, @Nullable String expected) {
        Properties properties = CatalogueDriverProperties.of(settings(url, caFile));

        assertThat(properties.getProperty("sslmode")).isEqualTo(expected);
        assertThat(properties.getProperty("sslrootcert")).isEqualTo(caFile);
        assertThat(properties.getProperty("sslfactory"))
                .isEqualTo(caFile == null ? "org.postgresql.ssl.DefaultJavaSSLFactory" : null);
    }

    @Test
    void connectionRequiresATrustedCertificateForTheHost() throws Exception {
        Path right = certificate("right", "127.0.0.1");
        Path misnamed = certificate("misnamed", "db.example.com");
        try (EmbeddedPostgres named = server("right");
                EmbeddedPostgres other = server("misnamed");
                PostgresServer plain = new PostgresServer()) {
            assertThat(answer(named.getPort(), right)).isEqualTo("3");
            assertThat(answer(named.getPort(), misnamed)).isEqualTo("503");
            assertThat(answer(other.getPort(), misnamed)).isEqualTo("503");
            assertThat(answer(plain.url("postgres"), right)).isEqualTo("503");
        }
    }

    /** Returns the number of databases, or the code of the error. */
    private static String answer(int port, Path authority) {
        return answer("jdbc:postgresql://127.0.0.1:" + port + "/postgres", authority);
    }

    private static String answer(String url, Path authority) {
        try (PostgresResources resources = PostgresResources.open(
                settings(url, authority.toString()),
                (_, _) -> Optional.empty(),
                PostgresServer.CODEC,
                PendingChanges.ofHeap(),
                Clock.systemUTC())) {
            return Integer.toString(resources
                    .store()
                    .list(PostgresServer.kinds(resources).get(0), ListRequest.all(""))
                    .items()
                    .size());
        } catch (ApiException e) {
            return Integer.toString(Status.of(e.error()).code());
        }
    }

    private static Settings settings(String url, @Nullable String caFile) {
        return new Settings(url, "postgres", "postgres", caFile, PostgresServer.NAMESPACE, List.of(), Set.of());
    }

    private static EmbeddedPostgres server(String name) throws IOException {
        return PostgresPrograms.builder()
                .setServerConfig("ssl", "on")
                .setServerConfig("ssl_cert_file", folder.resolve(name + ".crt").toString())
                .setServerConfig("ssl_key_file", folder.resolve(name + ".key").toString())
                .start();
    }

    /** Creates a self-signed certificate. */
    private static Path certificate(String name, String subject) throws IOException {
        Identity identity = Identity.selfSigned(CertificateProfile.named(name).names(subject));
        Path key = Files.createFile(
                folder.resolve(name + ".key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, identity.keyPem());
        return Files.writeString(folder.resolve(name + ".crt"), identity.certificatePem());
    }
}

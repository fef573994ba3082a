package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The server keeps serving with an expired serving certificate, and reports the expiry to operators. */
@RequiresControlPlane
class ExpiredCertificateTest {
    private static final String FAILED = "[-]serving-certificate failed: reason withheld";
    private static final String END = "chartroom_serving_certificate_expiration_timestamp_seconds ";

    private final Instant yesterday =
            Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(1));
    private final Instant tomorrow = yesterday.plus(Duration.ofDays(2));
    private final CertificateAuthority authority = CertificateAuthority.create("serving CA");
    private final Identity expired = authority.serverUntil(yesterday, "localhost");
    private final Identity valid = authority.serverUntil(tomorrow, "localhost");
    private final ProgramFiles files =
            ProgramFiles.write(ControlPlane.shared().server().kubeconfig(), Definitions.EXAMPLES);

    @Test
    void serverStartedWithAnExpiredCertificateIsNotReadyUntilTheCertificateIsReplaced() throws Exception {
        files.serve(expired);
        try (Assembly program = started();
                HttpClient client = client(expired, valid)) {
            awaitOnlyFailure(client, program);
            assertThat(get(client, program, "/livez").statusCode()).isEqualTo(200);
            assertThat(end(client, program)).isEqualTo(yesterday.getEpochSecond());

            files.serve(valid);

            await().atMost(Duration.ofSeconds(15))
                    .until(() -> get(client, program, "/readyz").statusCode() == 200);
            assertThat(end(client, program)).isEqualTo(tomorrow.getEpochSecond());
        }
    }

    @Test
    void readyServerBecomesNotReadyWithAnExpiredCertificate() throws Exception {
        files.serve(valid);
        try (Assembly program = started();
                HttpClient before = client(valid, expired);
                HttpClient after = client(expired)) {
            await().until(() -> get(before, program, "/readyz").statusCode() == 200);
            assertThat(end(before, program)).isEqualTo(tomorrow.getEpochSecond());

            files.serve(expired);

            awaitOnlyFailure(before, program);
            // A separate client, because only a new connection uses the new certificate.
            assertThat(end(after, program)).isEqualTo(yesterday.getEpochSecond());
            assertThat(get(after, program, "/readyz/serving-certificate").body())
                    .isEqualTo("internal server error: the serving certificate expired at " + yesterday);
        }
    }

    private Assembly started() {
        ControlPlane.shared().installHelmReleaseCrd();
        return Assembly.serve(ConfigFile.read(files.config(), new JacksonCodec()));
    }

    /** A client that trusts a certificate itself ignores its expiry. It may connect before or after the replacement. */
    private static HttpClient client(Identity... serving) {
        String trusted = Arrays.stream(serving).map(Identity::certificatePem).collect(Collectors.joining("\n"));
        return HttpClient.newBuilder()
                .sslContext(ControlPlane.shared().admin().identity().sslContext(trusted))
                .build();
    }

    private static void awaitOnlyFailure(HttpClient client, Assembly program) {
        await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> {
            HttpResponse<String> readiness = get(client, program, "/readyz");
            assertThat(readiness.statusCode()).isEqualTo(500);
            assertThat(readiness.body().lines().filter(line -> line.startsWith("[-]")))
                    .containsExactly(FAILED);
        });
    }

    private static long end(HttpClient client, Assembly program) throws IOException, InterruptedException {
        return get(client, program, "/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(END))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(END.length())))
                .sum();
    }

    private static HttpResponse<String> get(HttpClient client, Assembly program, String path)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("https://localhost:" + program.port() + path))
                        .build(),
                BodyHandlers.ofString());
    }
}

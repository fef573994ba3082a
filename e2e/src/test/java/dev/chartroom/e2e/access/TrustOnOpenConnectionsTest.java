package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.ports.tls.CertificateAuthority;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server checks trust for each request. A connection that the front proxy opened while it was trusted may stay open
 * for days. It has no more rights than a new connection (wire contract C2).
 */
class TrustOnOpenConnectionsTest {
    private static final CertificateAuthority CLIENTS = CertificateAuthority.create("clients");
    private static final CertificateAuthority FRONT_PROXY = CertificateAuthority.create("front-proxy");
    // The same name, as after a rotation.
    private static final CertificateAuthority NEXT = CertificateAuthority.create("front-proxy");
    private static final Map<String, String> TRUSTED = Map.of(
            "client-ca-file", CLIENTS.pem(),
            "requestheader-client-ca-file", FRONT_PROXY.pem(),
            "requestheader-allowed-names", "[\"aggregator\"]",
            "requestheader-username-headers", "[\"X-Remote-User\"]",
            "requestheader-group-headers", "[\"X-Remote-Group\"]",
            "requestheader-extra-headers-prefix", "[\"X-Remote-Extra-\"]");

    enum Change {
        REQUEST_HEADER_HALF_REMOVED,
        EVERYTHING_REMOVED,
        AUTHORITY_REPLACED,
        NAME_NO_LONGER_ALLOWED;

        Map<String, String> data() {
            Map<String, String> data = new HashMap<>(TRUSTED);
            switch (this) {
                case REQUEST_HEADER_HALF_REMOVED -> data.keySet().removeIf(key -> key.startsWith("requestheader-"));
                case EVERYTHING_REMOVED -> data.clear();
                case AUTHORITY_REPLACED -> data.put("requestheader-client-ca-file", NEXT.pem());
                case NAME_NO_LONGER_ALLOWED -> data.put("requestheader-allowed-names", "[\"another\"]");
            }
            return data;
        }

        /**
         * Returns the expected status code. If no certificate can be verified, a certificate is ignored and the user is
         * anonymous.
         */
        int answer() {
            return this == EVERYTHING_REMOVED ? 403 : 401;
        }
    }

    @ParameterizedTest
    @EnumSource
    void trustChangeAppliesToAnOpenHttp2Connection(Change change) throws Exception {
        assertThatTrustEnds(change, Version.HTTP_2);
    }

    @ParameterizedTest
    @EnumSource
    void trustChangeAppliesToAKeepAliveConnection(Change change) throws Exception {
        assertThatTrustEnds(change, Version.HTTP_1_1);
    }

    private static void assertThatTrustEnds(Change change, Version version) throws IOException, InterruptedException {
        try (FakeAuthenticationConfig cluster = FakeAuthenticationConfig.start(TRUSTED)) {
            ProgramFiles files = ProgramFiles.write(kubeconfig(cluster.url()), Definitions.EXAMPLES);
            Assembly program = Assembly.serve(ConfigFile.read(files.config(), new JacksonCodec()));
            try (HttpClient aggregator = HttpClient.newBuilder()
                    .version(version)
                    .sslContext(FRONT_PROXY.client("aggregator").sslContext(files.caPem()))
                    .build()) {
                HttpResponse<Void> trusted = get(aggregator, program.port());
                assertThat(trusted.statusCode()).isEqualTo(200);
                assertThat(trusted.version()).isEqualTo(version);

                cluster.put(change.data());

                await().pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
                    HttpResponse<Void> answer = get(aggregator, program.port());
                    assertThat(answer.connectionLabel())
                            .as("the same connection")
                            .isPresent()
                            .isEqualTo(trusted.connectionLabel());
                    assertThat(answer.statusCode()).isEqualTo(change.answer());
                });

                cluster.put(TRUSTED);
                await().until(() -> get(aggregator, program.port()).statusCode() == 200);
            } finally {
                program.close();
            }
        }
    }

    private static HttpResponse<Void> get(HttpClient client, int port) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/version"))
                        .header("X-Remote-User", "alice")
                        .header("X-Remote-Group", "team-a")
                        .build(),
                BodyHandlers.discarding());
    }

    private static Path kubeconfig(String url) throws IOException {
        return Files.writeString(ModuleDirectory.newWorkDirectory("trust").resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: fake, cluster: {server: "%s"}}]
                users: [{name: nobody, user: {}}]
                contexts: [{name: fake, context: {cluster: fake, user: nobody}}]
                current-context: fake
                """.formatted(url));
    }
}

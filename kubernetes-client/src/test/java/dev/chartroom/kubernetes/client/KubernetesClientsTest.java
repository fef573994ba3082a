package dev.chartroom.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubernetesClientsTest {

    @Test
    void kubeconfigDeterminesServerAndCredentials(@TempDir Path folder) throws IOException {
        try (FakeApiServer server = new FakeApiServer()) {
            Path kubeconfig = Files.writeString(folder.resolve("config"), """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: c, cluster: {server: "%s"}}]
                    users: [{name: u, user: {token: s3cret}}]
                    contexts: [{name: x, context: {cluster: c, user: u}}]
                    current-context: x
                    """.formatted(server.url()));
            server.answer(200, "{}");

            ApiClient client = KubernetesClients.create(kubeconfig);
            new KubernetesHttp(client).get("/version", new Query());

            assertThat(server.received()).singleElement().satisfies(request -> {
                assertThat(request.headers().get("Authorization")).containsExactly("Bearer s3cret");
                assertThat(request.headers().get("User-agent")).containsExactly("chartroom");
            });
        }
    }

    @Test
    void clientHasPingIntervalAndReadTimeout(@TempDir Path folder) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: u, user: {token: s3cret}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """);

        ApiClient client = KubernetesClients.create(kubeconfig);

        assertThat(client.getHttpClient().pingIntervalMillis()).isEqualTo(10_000);
        assertThat(client.getHttpClient().readTimeoutMillis()).isEqualTo(30_000);
    }

    @Test
    void missingKubeconfigThrowsNoSuchFileException(@TempDir Path folder) {
        assertThatThrownBy(() -> KubernetesClients.create(folder.resolve("nowhere")))
                .isInstanceOf(NoSuchFileException.class);
    }
}

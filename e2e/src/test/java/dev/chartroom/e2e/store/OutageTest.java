package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseListerWatcher;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CuttableProxy;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WriteOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * During an outage of the kube-apiserver, requests that depend on it fail with a clear error, and all other requests
 * succeed. Afterwards, everything recovers without a restart.
 */
@RequiresControlPlane
class OutageTest {
    private static final String REDISES = "/apis/apps.example.com/v1alpha1/namespaces/default/redises";

    @Test
    void apiserverOutage_discoveryAndHealthStayServedAndOtherRequestsRecover() throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        URI apiServer = URI.create(controlPlane.url());
        try (CuttableProxy proxy = CuttableProxy.to(apiServer.getHost(), apiServer.getPort());
                Program program = Program.start(
                        controlPlane,
                        through(controlPlane.server().kubeconfig(), controlPlane.url(), proxy),
                        Definitions.EXAMPLES)) {
            // A member of system:masters needs no review, so its reads reach the store.
            HttpClient admin = program.client(controlPlane.admin().identity());
            assertThat(get(admin, program, REDISES).statusCode()).isEqualTo(200);

            proxy.cut();

            for (String path :
                    List.of("/readyz", "/livez", "/apis", "/apis/apps.example.com/v1alpha1", "/openapi/v3")) {
                assertThat(getAtOnce(admin, program, path).statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
            HttpResponse<byte[]> read = get(admin, program, REDISES);
            assertUnavailable(read);
            assertUnavailable(admin.send(
                    HttpRequest.newBuilder(URI.create(program.url() + REDISES))
                            .POST(HttpRequest.BodyPublishers.ofString("{\"metadata\":{\"name\":\"a\"}}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray()));
            // If a review is impossible, the request is not allowed, but it is not reported as forbidden either.
            HttpClient bob = program.client(controlPlane.user("bob").identity());
            assertUnavailable(get(bob, program, REDISES));

            proxy.restore();

            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(get(admin, program, REDISES).statusCode()).isEqualTo(200);
                assertThat(get(bob, program, REDISES).statusCode()).isEqualTo(403);
            });
        }
    }

    @Test
    void silentConnectionIsReplacedWithinThirtySeconds() throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", "silence");
        URI apiServer = URI.create(controlPlane.url());
        ApplicationKind redis = Kinds.redis();
        ListRequest fromMemory =
                new ListRequest("silence", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", "0", "");
        KubernetesHttp direct = http(controlPlane.admin().kubeconfig());
        try (CuttableProxy proxy = CuttableProxy.to(apiServer.getHost(), apiServer.getPort())) {
            KubernetesHttp http = http(through(controlPlane.server().kubeconfig(), controlPlane.url(), proxy));
            try (WatchCachingApplicationStore cached = WatchCachingApplicationStore.start(
                    new HelmReleaseStore(http, JacksonCodec.ofStored()),
                    new HelmReleaseListerWatcher(http, JacksonCodec.ofStored()),
                    List.of(redis),
                    PendingChanges.ofHeap(),
                    Clock.systemUTC(),
                    new Random())) {
                Awaitility.await().until(() -> cached.problem().isEmpty());

                proxy.silence();
                new HelmReleaseStore(direct, JacksonCodec.ofStored())
                        .create(
                                redis,
                                new Application(
                                        redis.gvk(),
                                        ObjectMeta.of("silence", "a"),
                                        Kinds.replicas(1),
                                        JsonObject.EMPTY),
                                new WriteOptions(false, "test"));

                assertThat(cached.list(redis, fromMemory).items()).isEmpty();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> cached.list(redis, fromMemory).items().size() == 1);
            }
        }
    }

    private static KubernetesHttp http(Path kubeconfig) throws IOException {
        return new KubernetesHttp(KubernetesClients.create(kubeconfig));
    }

    private static void assertUnavailable(HttpResponse<byte[]> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        JsonObject status = JsonClient.object(answer);
        assertThat(status.stringOrEmpty("kind")).isEqualTo("Status");
        assertThat(status.stringOrEmpty("reason")).isEqualTo("ServiceUnavailable");
    }

    private static HttpResponse<byte[]> get(HttpClient client, Program program, String path)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(program.url() + path)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Fails if the response waits for the kube-apiserver: every timeout for requests to it is longer. */
    private static HttpResponse<byte[]> getAtOnce(HttpClient client, Program program, String path)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(program.url() + path))
                        .timeout(Duration.ofSeconds(5))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    private static Path through(Path kubeconfig, String url, CuttableProxy proxy) throws IOException {
        Path copy = ModuleDirectory.newWorkDirectory("outage").resolve("kubeconfig");
        return Files.writeString(copy, Files.readString(kubeconfig).replace(url, "https://127.0.0.1:" + proxy.port()));
    }
}

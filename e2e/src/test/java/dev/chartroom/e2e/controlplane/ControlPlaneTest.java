package dev.chartroom.e2e.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.e2e.harness.HelmReleaseCrd;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.ports.tls.Identity;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.openapi.models.V1NamespaceStatus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what the other e2e tests assume about the control plane. */
@RequiresControlPlane
class ControlPlaneTest {
    private static final String HELM_RELEASE = """
            apiVersion: helm.toolkit.fluxcd.io/v2
            kind: HelmRelease
            metadata:
              name: redis-cache
              namespace: %s
            spec:
              interval: 5m
              chartRef:
                kind: OCIRepository
                name: redis
              values:
                replicas: 3
            """;

    private final ControlPlane controlPlane = ControlPlane.shared();
    private final Kubectl kubectl = controlPlane.kubectl();

    @Test
    void kubectlVersionPrintsTheServerVersion() {
        assertThat(kubectl.succeed("version")).containsPattern("Server Version: v1\\.\\d+");
    }

    @Test
    void kubectlFailsWithTheServersError() {
        var result = kubectl.run("get", "namespace", "no-such-namespace");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr()).contains("NotFound").contains("no-such-namespace");
    }

    /** The benchmark stores large numbers of objects this way. */
    @Test
    void objectThatIsPutIntoEtcdIsServedLikeAnyOther() {
        assumeThat(controlPlane.etcd()).isPresent();
        controlPlane.installHelmReleaseCrd();
        kubectl.succeed("create", "namespace", "fixture-etcd");
        kubectl.apply(HELM_RELEASE.formatted("fixture-etcd"));
        String stored = kubectl.succeed("get", "helmrelease", "redis-cache", "-n", "fixture-etcd", "-o", "json");

        controlPlane
                .etcd()
                .orElseThrow()
                .put(Map.of(
                        "/registry/helm.toolkit.fluxcd.io/helmreleases/fixture-etcd/redis-copy",
                        stored.replace("redis-cache", "redis-copy")));

        await().untilAsserted(() -> assertThat(kubectl.succeed(
                        "get", "helmreleases", "-n", "fixture-etcd", "-o", "jsonpath={.items[*].spec.values.replicas}"))
                .isEqualTo("3 3"));
    }

    @Test
    void createdNamespaceIsActive() throws ApiException {
        kubectl.succeed("create", "namespace", "fixture-active");

        var namespace = new CoreV1Api(controlPlane.admin().apiClient())
                .readNamespace("fixture-active")
                .execute();
        assertThat(namespace.getStatus())
                .extracting(V1NamespaceStatus::getPhase)
                .isEqualTo("Active");
    }

    @Test
    void helmReleaseIsStored() throws ApiException {
        controlPlane.installHelmReleaseCrd();
        kubectl.succeed("create", "namespace", "fixture-releases");

        kubectl.apply(HELM_RELEASE.formatted("fixture-releases"));

        var stored = (Map<?, ?>) new CustomObjectsApi(controlPlane.admin().apiClient())
                .getNamespacedCustomObject(
                        "helm.toolkit.fluxcd.io", "v2", "fixture-releases", "helmreleases", "redis-cache")
                .execute();
        assertThat(stored.get("spec"))
                .extracting("values")
                .extracting("replicas")
                .hasToString("3.0");
    }

    @Test
    void helmReleaseCrdCanBeInstalledTwice() {
        controlPlane.installHelmReleaseCrd();
        controlPlane.installHelmReleaseCrd();

        assertThat(kubectl.succeed("get", "crd", HelmReleaseCrd.NAME, "-o", "name"))
                .contains(HelmReleaseCrd.NAME);
    }

    @Test
    void minimalHelmReleaseCrdIsValid() {
        assertThat(kubectl.succeedWithInput(
                        HelmReleaseCrd.minimal(),
                        "apply",
                        "--server-side",
                        "--force-conflicts",
                        "--dry-run=server",
                        "-f",
                        "-"))
                .contains(HelmReleaseCrd.NAME);
    }

    @Test
    void userWithoutRightsIsForbidden() throws IOException, InterruptedException {
        var user = controlPlane.user("jane");

        assertThat(get("/api/v1/namespaces", user.identity()).statusCode()).isEqualTo(403);
        assertThat(controlPlane.kubectl(user).run("get", "namespaces").stderr())
                .contains("(Forbidden)")
                .contains("User \"jane\" cannot list resource \"namespaces\"");
    }

    @Test
    void groupMemberHasTheRightsOfTheGroup() {
        var user = controlPlane.user("joe", "fixture-readers", "others");
        kubectl.succeed("create", "clusterrole", "fixture-reader", "--verb=list", "--resource=namespaces");
        kubectl.succeed(
                "create",
                "clusterrolebinding",
                "fixture-reader",
                "--clusterrole=fixture-reader",
                "--group=fixture-readers");

        // the authorizer watches bindings
        await().untilAsserted(() -> assertThat(controlPlane.kubectl(user).succeed("get", "namespaces"))
                .contains("kube-system"));
    }

    @Test
    void certificateOfAnotherAuthorityIsUnauthorized() throws IOException, InterruptedException {
        var stranger = ControlPlane.otherCaClient("e2e-admin", "system:masters");

        assertThat(get("/api/v1/namespaces", stranger).statusCode()).isEqualTo(401);
    }

    @Test
    void frontProxyCertificateIsTrustedOnlyWithTheAllowedName() throws IOException, InterruptedException {
        assertThat(whoAmI(controlPlane.frontProxyClient()).body()).contains("\"username\":\"alice\"");
        assertThat(whoAmI(controlPlane.frontProxyClient("someone-else")).statusCode())
                .isEqualTo(401);
    }

    @Test
    void clientAndFrontProxyCasArePublished() throws ApiException {
        var published = new CoreV1Api(controlPlane.admin().apiClient())
                .readNamespacedConfigMap("extension-apiserver-authentication", "kube-system")
                .execute()
                .getData();

        assertThat(controlPlane.clientCaPem()).isNotEqualTo(controlPlane.frontProxyCaPem());
        assertThat(published)
                .hasEntrySatisfying("client-ca-file", ca -> assertThat(ca).isEqualTo(controlPlane.clientCaPem()))
                .hasEntrySatisfying(
                        "requestheader-client-ca-file", ca -> assertThat(ca).isEqualTo(controlPlane.frontProxyCaPem()))
                .hasEntrySatisfying(
                        "requestheader-username-headers",
                        headers -> assertThat(headers).isEqualTo("[\"X-Remote-User\"]"));
    }

    @Test
    void watchPrintsEventsUntilItIsClosed() {
        kubectl.succeed("create", "namespace", "fixture-watch");
        var watching = kubectl.startWatching(
                "get", "configmaps", "-n", "fixture-watch", "-w", "-o", "custom-columns=NAME:.metadata.name");
        try (watching) {
            kubectl.succeed("create", "configmap", "seen", "-n", "fixture-watch");

            await().untilAsserted(() -> assertThat(watching.lines()).contains("seen"));
            assertThat(watching.isAlive()).isTrue();
        }
        assertThat(watching.isAlive()).isFalse();
    }

    @Test
    @RequiresControlPlane(controllers = true)
    void deletedNamespaceIsRemovedWithItsHelmReleases() {
        controlPlane.installHelmReleaseCrd();
        kubectl.succeed("create", "namespace", "fixture-deleted");
        kubectl.apply(HELM_RELEASE.formatted("fixture-deleted"));

        kubectl.succeed("delete", "namespace", "fixture-deleted", "--wait=false");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(kubectl.run("get", "namespace", "fixture-deleted")
                                .stderr())
                        .contains("(NotFound)"));
        assertThat(kubectl.succeed("get", "helmreleases", "-A", "-o", "jsonpath={.items[*].metadata.namespace}"))
                .doesNotContain("fixture-deleted");
    }

    private HttpResponse<String> whoAmI(Identity identity) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(
                                URI.create(controlPlane.url() + "/apis/authentication.k8s.io/v1/selfsubjectreviews"))
                        .header("Content-Type", "application/json")
                        .header("X-Remote-User", "alice")
                        .POST(BodyPublishers.ofString("""
                                        {"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"}
                                        """))
                        .build(),
                identity);
    }

    private HttpResponse<String> get(String path, Identity identity) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(URI.create(controlPlane.url() + path)).build(), identity);
    }

    private HttpResponse<String> send(HttpRequest request, Identity identity) throws IOException, InterruptedException {
        try (var client = HttpClient.newBuilder()
                .sslContext(identity.sslContext(controlPlane.caPem()))
                .build()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }
}

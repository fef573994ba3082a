package dev.chartroom.e2e.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.ports.network.FreePort;
import dev.chartroom.ports.tls.CertificateAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States of clusters that the control plane of the tests cannot have, with the messages of a real aggregator. */
class DoctorOfClusterStatesTest {
    private static final String GET =
            "failing or missing response from https://10.1.2.3:443/apis/apps.example.com/v1: Get"
                    + " \\\"https://10.1.2.3:443/apis/apps.example.com/v1\\\": ";
    private static final String CONFIG_MAP =
            "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";

    private final CertificateAuthority frontProxy = CertificateAuthority.create("front proxy");

    @TempDir
    private Path folder;

    private CannedCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new CannedCluster();
        cluster.unavailable("Passed", "");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Address is not allowed | the control plane may not connect to the address of the pod | hostNetwork",
                "dial tcp 10.1.2.3:443: connect: no route to host | the control plane may not connect | hostNetwork",
                "dial tcp 10.1.2.3:443: i/o timeout | does not answer the control plane in time | NetworkPolicy",
                "context deadline exceeded | does not answer the control plane in time | NetworkPolicy",
                "dial tcp: lookup chartroom: no such host | cannot be resolved | get service chartroom",
                "dial tcp 10.1.2.3:443: connect: connection refused | no server listens | chartroom serve",
                "tls: failed to verify certificate: x509: certificate signed by unknown authority"
                        + " | the caBundle does not contain the authority | patch apiservice v1.apps.example.com",
                "tls: failed to verify certificate: x509: certificate is valid for a.example.com, not"
                        + " chartroom.chartroom-system.svc | does not contain the name of the Service | openssl req",
                "tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time"
                        + " | has expired | openssl req",
                "bad status from https://10.1.2.3:443/apis/apps.example.com/v1: 401"
                        + " | does not accept the certificate of the front proxy | apply -f deploy/rbac.yaml",
                "bad status from https://10.1.2.3:443/apis/apps.example.com/v1: 403"
                        + " | the server refuses the aggregator | apply -f deploy/rbac.yaml",
                "bad status from https://10.1.2.3:443/apis/apps.example.com/v1: 404"
                        + " | does not serve this API group and version | delete apiservice v1.apps.example.com",
                "EOF | the request of the aggregator failed: failing or missing response | get service chartroom",
            })
    void failedDiscoveryIsExplained(String message, String sentence, String remedy) {
        cluster.unavailable("FailedDiscoveryCheck", GET + message);

        JsonObject problem = cluster.problems("apiservices").getFirst();

        assertThat(problem.stringOrEmpty("message")).contains(sentence);
        assertThat(problem.stringOrEmpty("remedy")).contains(remedy);
    }

    /** The chart names the service account and the labels of pods after its release. */
    @Test
    void accountAndPodsAreThoseOfTheDeployment() {
        cluster.put("/api/v1/namespaces/chartroom-system/services/chartroom", """
                {"metadata": {"name": "chartroom"}, "spec": {"selector": {"app.kubernetes.io/instance": "shop"}}}
                """);
        cluster.put("/apis/apps/v1/namespaces/chartroom-system/deployments", """
                {"items": [{"metadata": {"name": "shop", "labels":
                    {"app.kubernetes.io/managed-by": "Helm", "app.kubernetes.io/instance": "shop"}},
                  "spec": {"template": {"metadata": {"labels": {"app.kubernetes.io/instance": "shop"}},
                    "spec": {"serviceAccountName": "shop-server"}}}}]}
                """);
        cluster.deny();
        cluster.unavailable("FailedDiscoveryCheck", GET + "context deadline exceeded");

        JsonObject right = cluster.problems("rights").getFirst();
        assertThat(right.stringOrEmpty("object")).isEqualTo("ServiceAccount chartroom-system/shop-server");
        assertThat(right.stringOrEmpty("remedy"))
                .isEqualTo("helm upgrade shop deploy/chart --reset-then-reuse-values --namespace chartroom-system");
        assertThat(cluster.problems("apiservices").getFirst().stringOrEmpty("remedy"))
                .contains("{\"matchLabels\":{\"app.kubernetes.io/instance\":\"shop\"}}");
    }

    @Test
    void unknownReasonIsQuoted() {
        cluster.unavailable("EndpointsAccessError", "service/chartroom cannot be accessed");

        assertThat(cluster.problems("apiservices").getFirst().stringOrEmpty("message"))
                .isEqualTo("the aggregator does not report it as available: service/chartroom cannot be accessed");
    }

    @Test
    void frontProxyWithNamesIsAccepted() {
        authentication(Map.of());

        assertThat(cluster.problems("front-proxy")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "requestheader-client-ca-file | '' | requestheader-client-ca-file is missing | error",
                "requestheader-client-ca-file | text | has no certificate in PEM | error",
                "requestheader-username-headers | [] | requestheader-username-headers is empty | error",
                "requestheader-allowed-names | [] | requestheader-allowed-names is empty | warning",
            })
    void incompleteFrontProxyIsReported(String key, String value, String message, String level) {
        authentication(Map.of(key, value));

        JsonObject problem = cluster.problems("front-proxy").getFirst();

        assertThat(problem.stringOrEmpty("message")).contains(message);
        assertThat(problem.stringOrEmpty("level")).isEqualTo(level);
    }

    @Test
    void authorityOfUsersAsFrontProxyIsAnError() {
        authentication(Map.of("requestheader-allowed-names", "", "client-ca-file", frontProxy.pem()));

        JsonObject problem = cluster.problems("front-proxy").getFirst();

        assertThat(problem.stringOrEmpty("level")).isEqualTo("error");
        assertThat(problem.stringOrEmpty("effect")).startsWith("every user with a client certificate can act");
    }

    @Test
    void expiredAuthorityOfTheFrontProxyIsAnError() {
        CertificateAuthority expired = CertificateAuthority.create(
                "front proxy", profile -> profile.until(Instant.now().minus(Duration.ofMinutes(1))));
        authentication(Map.of("requestheader-client-ca-file", expired.pem()));

        assertThat(cluster.problems("front-proxy").getFirst().stringOrEmpty("message"))
                .startsWith("the authority of the front proxy expired at");
    }

    /** The file of kubeadm is not on this machine, so the remedy edits a copy. */
    @Test
    void remedySetsTheFlagOfTheKubeApiserver() throws IOException, InterruptedException {
        authentication(Map.of("requestheader-allowed-names", "[]"));
        Path manifest = Files.writeString(folder.resolve("kube-apiserver.yaml"), """
                spec:
                  containers:
                  - command:
                    - kube-apiserver
                    - --requestheader-allowed-names=
                    - --secure-port=6443
                """);
        String remedy = cluster.problems("front-proxy").getFirst().stringOrEmpty("remedy");

        String command = remedy.replaceFirst("^sudo ", "")
                .replace("/etc/kubernetes/manifests/kube-apiserver.yaml", manifest.toString());
        assertThat(new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor())
                .isZero();

        assertThat(Files.readAllLines(manifest))
                .containsExactly(
                        "spec:",
                        "  containers:",
                        "  - command:",
                        "    - kube-apiserver",
                        "    - --requestheader-allowed-names=front-proxy-client",
                        "    - --secure-port=6443");
    }

    @Test
    void clusterWithoutFluxIsAnError() {
        assertThat(cluster.problems("flux").getFirst().stringOrEmpty("message"))
                .isEqualTo("the cluster does not serve HelmReleases v2");
    }

    @Test
    void unreachableClusterIsNoReport() throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: none
                contexts: [{name: none, context: {cluster: none}}]
                clusters: [{name: none, cluster: {server: "http://127.0.0.1:%d"}}]
                """.formatted(FreePort.next()));

        CommandOutput run = CommandOutput.of("doctor", "--kubeconfig", kubeconfig.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("chartroom: the APIServices of the cluster cannot be read: ");
    }

    @Test
    void unknownOutputIsRefused() {
        assertThat(CommandOutput.of("doctor", "-o", "table"))
                .isEqualTo(new CommandOutput(2, "", "chartroom: --output table: must be json\n"));
    }

    private void authentication(Map<String, String> changes) {
        Map<String, String> data = new TreeMap<>(Map.of(
                "requestheader-client-ca-file",
                frontProxy.pem(),
                "requestheader-allowed-names",
                "[\"front-proxy-client\"]",
                "requestheader-username-headers",
                "[\"X-Remote-User\"]",
                "client-ca-file",
                CertificateAuthority.create("users").pem()));
        data.putAll(changes);
        cluster.put(
                CONFIG_MAP, JsonObject.of("data", JsonObject.ofStrings(data)).toString());
    }
}

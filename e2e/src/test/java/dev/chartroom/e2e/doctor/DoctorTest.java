package dev.chartroom.e2e.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ApiServices;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.ports.network.FreePort;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The registration of the servers in the cluster, their certificates and their rights. */
@RequiresControlPlane
class DoctorTest {
    private static final String SERVICE = "v1." + ExaminedInstallation.GROUP;

    private static ExaminedInstallation installation;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws IOException {
        installation = ExaminedInstallation.start();
        kubectl = installation.kubectl();
    }

    @AfterAll
    static void stop() {
        if (installation != null) {
            installation.close();
        }
    }

    @Test
    void healthyInstallationHasNoProblems() {
        CommandOutput run =
                installation.healthy("--config", installation.config().toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .containsExactly(
                        "apiservices          ok",
                        "serving-certificate  ok",
                        "front-proxy          ok",
                        "rights               ok",
                        "aggregator           ok",
                        "registration         ok",
                        "definitions          ok",
                        "releases             ok",
                        "clocks               ok",
                        "postgres             ok",
                        "flux                 ok",
                        "0 errors, 0 warnings, 0 not examined");
    }

    @Test
    void withoutConfigurationTheKindsAreNotExamined() {
        CommandOutput run = installation.healthy();

        assertThat(run.out())
                .contains("registration         unknown", "chartroom doctor --kubeconfig ", "--config chartroom.yaml")
                .contains("0 errors, 0 warnings, 1 not examined");
    }

    @Test
    void missingApiServiceIsRegisteredByTheRemedy() {
        kubectl.succeed("delete", "apiservice", SERVICE);

        installation.awaitProblem("apiservices", "no APIService refers to the Service");
        JsonObject problem = installation.awaitProblem("registration", "it is missing");
        // Without an APIService, the port of the Service is the default.
        installation
                .shell()
                .run(problem.stringOrEmpty("remedy").replace("--ca ", "--port " + installation.port() + " --ca "));

        installation.awaitSolved("registration", "it is missing");
        installation.awaitSolved("apiservices", "");
    }

    @Test
    void orphanedApiServiceIsDeletedByTheRemedy() throws IOException {
        kubectl.apply("""
                apiVersion: apiregistration.k8s.io/v1
                kind: APIService
                metadata: {name: v9.doctor.example.com}
                spec:
                  group: doctor.example.com
                  version: v9
                  groupPriorityMinimum: 1000
                  versionPriority: 1
                  caBundle: %s
                  service: {name: chartroom, namespace: chartroom-system, port: %d}
                """.formatted(Pem.base64(installation.authority().pem()), installation.port()));
        installation.awaitProblem("apiservices", "does not serve this API group and version (HTTP status 404)");

        Path answered = Files.writeString(
                installation.config().resolveSibling("answered.yaml"),
                Files.readString(installation.config()) + "apiServices: [v9.doctor.example.com]\n");
        assertThat(installation.problems(answered, "registration"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.stringOrEmpty("level")).isEqualTo("warning"))
                .satisfies(
                        problem -> assertThat(problem.toString()).doesNotContain("delete apiservice", "no namespace"));

        JsonObject problem = installation.solved("registration", "no valid definition has this group and version");

        assertThat(problem.stringOrEmpty("object")).isEqualTo("APIService v9.doctor.example.com");
        assertThat(problem.stringOrEmpty("remedy")).endsWith("delete apiservice v9.doctor.example.com");
        installation.awaitSolved("apiservices", "");
    }

    @Test
    void apiServiceOfAnotherServiceIsCorrectedByTheRemedy() {
        kubectl.succeed(
                "patch", "apiservice", SERVICE, "--type=merge", "-p", "{\"spec\":{\"service\":{\"name\":\"other\"}}}");

        JsonObject problem = installation.awaitProblem("registration", "it does not refer to the Service");
        installation
                .shell()
                .run(problem.stringOrEmpty("remedy").replace("--ca ", "--port " + installation.port() + " --ca "));

        installation.awaitSolved("registration", "it does not refer to the Service");
        installation.awaitSolved("apiservices", "");
    }

    @Test
    void caBundleOfAnotherAuthorityIsReplacedByTheRemedy() {
        String other = Pem.base64(CertificateAuthority.create("doctor other CA").pem());
        kubectl.succeed(
                "patch", "apiservice", SERVICE, "--type=merge", "-p", "{\"spec\":{\"caBundle\":\"" + other + "\"}}");
        installation.awaitProblem("apiservices", "the caBundle does not contain the authority");

        installation.solved("serving-certificate", "the caBundle does not contain the authority");

        installation.awaitSolved("apiservices", "");
    }

    @Test
    void certificateOfAnotherNameIsReplacedByTheRemedy() {
        installation.serve(installation.authority().server("other.example.com", "localhost"));
        try {
            JsonObject problem = installation.solved(
                    "serving-certificate", "does not contain the DNS name " + ApiServices.SERVER_NAME);

            assertThat(problem.stringOrEmpty("remedy")).startsWith("openssl req -new -key ");
            installation.awaitSolved("apiservices", "");
        } finally {
            installation.restoreCertificate();
        }
    }

    @Test
    void expiredCertificateIsReplacedByTheRemedy() {
        installation.serve(installation
                .authority()
                .serverUntil(Instant.now().minus(Duration.ofMinutes(1)), ApiServices.SERVER_NAME, "localhost"));
        try {
            installation.solved("serving-certificate", "the serving certificate expired at");
        } finally {
            installation.restoreCertificate();
        }
    }

    @Test
    void certificateThatExpiresSoonIsAWarning() {
        installation.serve(installation
                .authority()
                .serverUntil(Instant.now().plus(Duration.ofMinutes(5)), ApiServices.SERVER_NAME, "localhost"));
        try {
            JsonObject problem = installation.solved("serving-certificate", "the serving certificate expires at");

            assertThat(problem.stringOrEmpty("level")).isEqualTo("warning");
        } finally {
            installation.restoreCertificate();
        }
    }

    @Test
    void stoppedServerIsStartedByTheRemedy() {
        installation.stopServer();
        try {
            JsonObject problem = installation.awaitProblem("apiservices", "no server listens");
            assertThat(installation.problems(installation.config(), "serving-certificate"))
                    .extracting(each -> each.stringOrEmpty("level"))
                    .containsExactly("unknown");
            try (ChildProcess _ = installation.shell().start(problem.stringOrEmpty("remedy"))) {
                installation.awaitSolved("apiservices", "");
            }
        } finally {
            installation.startServer();
        }
        installation.awaitSolved("apiservices", "");
    }

    @Test
    void unreachableServerIsExaminedAtAnotherAddress() {
        CommandOutput elsewhere = installation.doctor("--address", "localhost:" + FreePort.next(), "-o", "json");
        CommandOutput there = installation.doctor("--address", "localhost:" + installation.port(), "-o", "json");

        assertThat(elsewhere.out())
                .contains("no certificate can be read at localhost:", "port-forward service/chartroom");
        assertThat(there.out()).doesNotContain("no certificate can be read");
        assertThat(installation.doctor("--address", "nowhere").exitCode()).isEqualTo(2);
    }

    @Test
    void missingServiceIsCreatedByTheRemedy() {
        installation.replaceService("");
        try {
            installation.solved("apiservices", "does not exist");

            // The new Service has no pods, because the server of this test runs on this machine.
            installation.awaitProblem("apiservices", "has no pod that is ready");
        } finally {
            installation.replaceService("");
            installation.register();
        }
    }

    @Test
    void portThatTheServiceDoesNotHaveIsCorrectedByTheRemedy() {
        installation.replaceService("{selector: {app: chartroom}, ports: [{port: 443, targetPort: 8443}]}");
        try {
            installation.solved("apiservices", "does not have the port " + installation.port());
        } finally {
            installation.replaceService("");
            installation.register();
        }
    }

    @Test
    void deploymentWithoutReplicasIsScaledByTheRemedy() {
        installation.replaceService(
                "{selector: {app: chartroom}, ports: [{port: %d, targetPort: 8443}]}".formatted(installation.port()));
        kubectl.apply("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: servers, namespace: chartroom-system}
                spec:
                  replicas: 0
                  selector: {matchLabels: {app: chartroom}}
                  template:
                    metadata: {labels: {app: chartroom}}
                    spec: {containers: [{name: chartroom, image: chartroom}]}
                """);
        try {
            JsonObject problem = installation.awaitProblem("apiservices", "has no pod that is ready");
            installation.shell().run(problem.stringOrEmpty("remedy"));

            assertThat(kubectl.succeed(
                            "get",
                            "deployment",
                            "servers",
                            "-n",
                            "chartroom-system",
                            "-o",
                            "jsonpath={.spec.replicas}"))
                    .isEqualTo("2");
        } finally {
            kubectl.succeed("delete", "deployment", "servers", "-n", "chartroom-system");
            installation.replaceService("");
            installation.register();
        }
    }

    /** The network of this control plane does not have these problems, so only the effect on the objects is visible. */
    @Test
    void remediesOfNetworksChangeTheObjectsOfTheServers() throws IOException {
        kubectl.apply("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: chartroom, namespace: chartroom-system}
                spec:
                  replicas: 0
                  selector: {matchLabels: {app: chartroom}}
                  template:
                    metadata: {labels: {app: chartroom}}
                    spec: {containers: [{name: chartroom, image: chartroom}]}
                """);
        try (CannedCluster cluster = new CannedCluster()) {
            for (String cause : List.of("Address is not allowed", "i/o timeout")) {
                cluster.unavailable("FailedDiscoveryCheck", cause);
                String remedy = cluster.problems("apiservices").getFirst().stringOrEmpty("remedy");
                installation.shell().run(remedy.replaceFirst("--kubeconfig \\S+ ", ""));
            }

            assertThat(kubectl.succeed(
                            "get",
                            "deployment/chartroom",
                            "-n",
                            "chartroom-system",
                            "-o",
                            "jsonpath={.spec.template.spec.hostNetwork}"))
                    .isEqualTo("true");
            assertThat(kubectl.succeed(
                            "get",
                            "networkpolicy/chartroom-aggregator",
                            "-n",
                            "chartroom-system",
                            "-o",
                            "jsonpath={.spec.ingress[0].ports[0].port}"))
                    .isEqualTo("8443");
        } finally {
            kubectl.run(
                    "delete", "deployment/chartroom", "networkpolicy/chartroom-aggregator", "-n", "chartroom-system");
        }
    }

    @Test
    void missingRightsAreGrantedByTheRemedy() {
        kubectl.succeed("delete", "clusterrolebinding", "chartroom", "chartroom-auth-delegator");
        kubectl.succeed("delete", "rolebinding", "chartroom-authentication-reader", "-n", "kube-system");
        kubectl.succeed("delete", "rolebinding", "chartroom-fence", "-n", "chartroom-system");
        assertThat(installation
                        .awaitProblem("rights", "create subjectaccessreviews.authorization.k8s.io")
                        .stringOrEmpty("level"))
                .isEqualTo("error");
        assertThat(installation
                        .awaitProblem("rights", "patch helmreleases.helm.toolkit.fluxcd.io in the namespace")
                        .stringOrEmpty("level"))
                .isEqualTo("warning");
        installation.awaitProblem("rights", "named extension-apiserver-authentication");

        JsonObject problem = installation.solved("rights", "create helmreleases.helm.toolkit.fluxcd.io");

        assertThat(problem.stringOrEmpty("remedy")).endsWith("apply -f deploy/rbac.yaml");
        installation.awaitSolved("rights", "");
    }

    @Test
    void missingRightToAnnotateIsGrantedByTheRemedy() {
        kubectl.succeed("delete", "clusterrolebinding", "chartroom-apiservices");

        installation.solved("rights", "update apiservices.apiregistration.k8s.io named " + SERVICE);
    }

    @Test
    void rightOnTheConfigMapOfTheConfigurationIsGrantedByTheRemedy() throws IOException {
        Path config = installation.config().resolveSibling("with-config-map.yaml");
        Files.writeString(
                config,
                Files.readString(installation.config())
                        .replaceFirst("kinds: .*", "kinds: {configMap: {namespace: default, name: catalogue}}"));
        kubectl.succeed("create", "configmap", "catalogue", "-n", "default", "--from-literal=note.txt=empty");
        try {
            JsonObject problem = installation.problems(config, "rights").getFirst();
            assertThat(problem.stringOrEmpty("message"))
                    .isEqualTo("it may not get configmaps, list configmaps, watch configmaps named catalogue in the"
                            + " namespace default");

            installation.shell().run(problem.stringOrEmpty("remedy"));

            Awaitility.await("the kube-apiserver knows the rights")
                    .untilAsserted(() ->
                            assertThat(installation.problems(config, "rights")).isEmpty());
        } finally {
            kubectl.run(
                    "delete",
                    "configmap/catalogue",
                    "role/chartroom-kinds",
                    "rolebinding/chartroom-kinds",
                    "-n",
                    "default");
        }
    }

    @Test
    void userWithoutRightsGetsTheReasonOfTheCluster() {
        Path kubeconfig = ControlPlane.shared().user("doctor-without-rights").kubeconfig();

        CommandOutput run = CommandOutput.of("doctor", "--kubeconfig", kubeconfig.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("chartroom: the APIServices of the cluster cannot be read: ")
                .contains("User \"doctor-without-rights\" cannot list resource \"apiservices\"");
    }

    @Test
    void userWithSomeRightsGetsTheRestAsNotExamined() {
        Path kubeconfig = ControlPlane.shared().user("doctor-with-view").kubeconfig();
        kubectl.succeed(
                "create",
                "clusterrole",
                "doctor-view",
                "--verb=get,list",
                "--resource=apiservices,services,deployments.apps");
        kubectl.succeed(
                "create", "clusterrolebinding", "doctor-view", "--clusterrole=doctor-view", "--user=doctor-with-view");
        try {
            CommandOutput run = Awaitility.await("the kube-apiserver knows the rights")
                    .until(
                            () -> CommandOutput.of("doctor", "--kubeconfig", kubeconfig.toString()),
                            each -> each.exitCode() == 0);

            assertThat(run.out())
                    .contains("rights               unknown")
                    .contains("User \"doctor-with-view\" cannot create resource \"subjectaccessreviews\"");
        } finally {
            kubectl.succeed("delete", "clusterrolebinding/doctor-view", "clusterrole/doctor-view");
        }
    }
}

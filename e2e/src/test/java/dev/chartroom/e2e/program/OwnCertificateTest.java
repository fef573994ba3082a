package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers issue their certificate themselves, with the rights of {@code deploy/rbac.yaml}. */
@RequiresControlPlane
class OwnCertificateTest {
    private static final String GROUP = "managed.example.com";
    private static final String API_SERVICE = "v1." + GROUP;
    /** The tag of a host name among the names of a certificate (RFC 5280, 4.2.1.6). */
    private static final int DNS = 2;

    private static final String ROLE = "chartroom-apiservices";
    private static final Duration CHECKED = Duration.ofMinutes(2);

    private final ControlPlane controlPlane = ControlPlane.shared();
    private final Kubectl kubectl = controlPlane.kubectl();

    @AfterEach
    void remove() {
        kubectl.run("delete", "apiservice", API_SERVICE, "--ignore-not-found");
        kubectl.run("delete", "clusterrole,clusterrolebinding", ROLE, "--ignore-not-found");
        kubectl.run("delete", "secret", "chartroom-certificates", "-n", "chartroom-system", "--ignore-not-found");
    }

    @Test
    void aggregatorTrustsTheCertificateOfEachReplicaAndUnregisterRemovesTheApiService() throws Exception {
        controlPlane.installHelmReleaseCrd();
        Path config = config();
        try (Assembly server = Assembly.serve(ConfigFile.read(config, new JacksonCodec()));
                Assembly replica = Assembly.serve(ConfigFile.read(config, new JacksonCodec()))) {
            // The Service points to this machine. The authority is wrong, as after a reinstallation.
            registerWithoutWaiting(server.port());
            awaitKind();
            assertThat(manager()).contains("chartroom");

            // An administrator removes the field.
            kubectl.succeed("patch", "apiservice", API_SERVICE, "--type=json", "-p", """
                    [{"op": "remove", "path": "/spec/caBundle"}]""");
            Awaitility.await("the caBundle is back")
                    .atMost(CHECKED)
                    .until(() -> !caBundle().isEmpty());
            awaitKind();

            // The other replica serves a certificate of the same authority.
            assertThat(names(replica.port())).containsExactly(List.of(DNS, "chartroom.chartroom-system.svc"));

            // The Secret is lost.
            kubectl.succeed("delete", "secret", "chartroom-certificates", "-n", "chartroom-system");
            kubectl.succeed("create", "secret", "generic", "chartroom-certificates", "-n", "chartroom-system");
            Awaitility.await("the Secret is filled")
                    .atMost(CHECKED)
                    .until(() -> secret("ca.crt").equals(caBundle()));
            assertThat(names(server.port())).hasSize(1);

            CommandOutput unregistered = CommandOutput.of(
                    "unregister",
                    "--kubeconfig",
                    controlPlane.admin().kubeconfig().toString(),
                    GROUP);
            assertThat(unregistered.exitCode()).as(unregistered.err()).isZero();
            assertThat(unregistered.out())
                    .isEqualTo("APIService " + API_SERVICE + ": deleted" + System.lineSeparator());
            assertThat(kubectl.run("get", "apiservice", API_SERVICE).exitCode()).isEqualTo(1);
            CommandOutput again = CommandOutput.of(
                    "unregister",
                    "--kubeconfig",
                    controlPlane.admin().kubeconfig().toString(),
                    GROUP);
            assertThat(again.exitCode()).isZero();
            assertThat(again.out()).contains("no APIService refers to the Service chartroom-system/chartroom");
        }
    }

    private Path config() throws IOException {
        Path folder = ModuleDirectory.newWorkDirectory("managed");
        Files.writeString(folder.resolve("lanterns.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: lanterns.managed.example.com}
                spec:
                  group: managed.example.com
                  names: {kind: Lantern, plural: lanterns}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema: {type: object, properties: {spec: {type: object}}}
                  release: {prefix: lantern-, chartRef: {kind: OCIRepository, name: lantern}}
                """);
        return Files.writeString(folder.resolve("config.yaml"), """
                listen: {address: 127.0.0.1, port: 0}
                tls: {selfManaged: {}}
                kubeconfig: %s
                namespace: chartroom-system
                kinds: {folders: [.]}
                """.formatted(
                        controlPlane.server().kubeconfig()));
    }

    private void registerWithoutWaiting(int port) {
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %1$s}
                rules:
                  - apiGroups: [apiregistration.k8s.io]
                    resources: [apiservices]
                    resourceNames: [%2$s]
                    verbs: [get, update]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
                subjects: [{kind: ServiceAccount, name: chartroom, namespace: chartroom-system}]
                """.formatted(ROLE, API_SERVICE));
        try {
            controlPlane.registerApiService(
                    GROUP, "v1", port, CertificateAuthority.create("another CA").pem(), Duration.ofSeconds(1));
        } catch (IllegalStateException _) {
            // It becomes available later.
        }
    }

    private void awaitKind() {
        Awaitility.await("the kind is served")
                .atMost(CHECKED)
                .untilAsserted(() -> assertThat(
                                kubectl.run("get", "lanterns." + GROUP, "-A").exitCode())
                        .isZero());
    }

    private String caBundle() {
        return kubectl.succeed("get", "apiservice", API_SERVICE, "-o", "jsonpath={.spec.caBundle}");
    }

    private String manager() {
        return kubectl.succeed(
                "get",
                "apiservice",
                API_SERVICE,
                "-o",
                "jsonpath={.metadata.managedFields[*].manager}",
                "--show-managed-fields");
    }

    private String secret(String key) {
        return kubectl.succeed(
                "get",
                "secret",
                "chartroom-certificates",
                "-n",
                "chartroom-system",
                "-o",
                "jsonpath={.data." + key.replace(".", "\\.") + "}");
    }

    /**
     * Returns the names in the certificate of a replica, after a handshake that verifies it with the authority of the
     * APIService. The aggregator also verifies the name.
     */
    private Collection<List<?>> names(int port) throws IOException, GeneralSecurityException {
        String authorities = new String(Base64.getDecoder().decode(caBundle()), StandardCharsets.US_ASCII);
        try (SSLSocket socket = (SSLSocket) Identity.anonymous(authorities)
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.startHandshake();
            X509Certificate served = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return served.getSubjectAlternativeNames();
        }
    }
}

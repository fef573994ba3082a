package dev.chartroom.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.ports.network.FreePort;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A user of the console in a cluster signs in at an issuer whose ID tokens the kube-apiserver accepts. The tests are in {@code
 * console/app/browser/cluster}.
 */
@RequiresControlPlane
class OidcBrowserTest {
    @BeforeAll
    static void requireBrowser() throws IOException, InterruptedException {
        BrowserTests.require();
    }

    @Test
    void theUserOfAnIdTokenHasTheirOwnRights() throws IOException, InterruptedException {
        int issuerPort = FreePort.next();
        int consolePort = FreePort.next();
        String issuer = "https://localhost:" + issuerPort;
        CertificateAuthority authority = CertificateAuthority.create("issuer CA");
        Identity identity = authority.server("localhost");
        Path directory = ModuleDirectory.newWorkDirectory("issuer");
        Path authorities = Files.writeString(directory.resolve("ca.crt"), authority.pem());
        try (ControlPlane controlPlane = ControlPlane.startWith(
                List.of("--oidc-issuer-url=" + issuer, "--oidc-client-id=console", "--oidc-ca-file=" + authorities))) {
            controlPlane.installHelmReleaseCrd();
            Kubectl admin = controlPlane.kubectl();
            admin.succeed("create", "namespace", "signed-in");
            admin.apply("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: Role
                    metadata: {name: alice, namespace: signed-in}
                    rules: [{apiGroups: [apps.example.com], resources: [redises], verbs: ["*"]}]
                    """);
            admin.succeed(
                    "create", "rolebinding", "alice", "-n", "signed-in", "--role=alice", "--user=" + issuer + "#alice");
            ProgramFiles files = ProgramFiles.write(
                    controlPlane.server().kubeconfig(), Definitions.EXAMPLES, """
                    console:
                      listen: {address: 127.0.0.1, port: %d}
                      oidc: {issuer: "%s", clientId: console}
                    """.formatted(consolePort, issuer));
            Files.writeString(authorities, authority.pem() + files.caPem());
            Files.writeString(directory.resolve("tls.crt"), identity.certificatePem());
            Files.writeString(directory.resolve("tls.key"), identity.keyPem());
            try (Program _ = Program.start(controlPlane, files)) {
                BrowserTests.run(Map.of(
                        "CHARTROOM_CONSOLE", "https://127.0.0.1:" + consolePort + "/console/",
                        "CHARTROOM_ISSUER", directory.toString(),
                        "CHARTROOM_ISSUER_PORT", String.valueOf(issuerPort),
                        "NODE_EXTRA_CA_CERTS", authorities.toString()));
            }
            assertThat(admin.succeed("get", "helmreleases", "-n", "signed-in", "-o", "name"))
                    .contains("/redis-signed");
        }
    }
}

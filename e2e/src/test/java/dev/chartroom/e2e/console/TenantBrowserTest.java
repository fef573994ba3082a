package dev.chartroom.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.ports.network.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The console in a cluster, in a real browser and with the rights of a tenant. The tests are in {@code
 * console/app/browser/cluster}.
 */
@RequiresControlPlane
class TenantBrowserTest {
    private static final String RIGHTS = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: tenant, namespace: console-shop}
            rules:
              - apiGroups: [apps.example.com]
                resources: [redises]
                verbs: [get, list, watch, create, update, patch]
              - apiGroups: [""]
                resources: [events]
                verbs: [list, watch]
              - apiGroups: [computed.chartroom.dev]
                resources: [selfsubjectkindsreviews]
                verbs: [create]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: tenant, namespace: console-real}
            rules:
              - apiGroups: [apps.cozystack.io]
                resources: ["*"]
                verbs: ["*"]
            """;

    @BeforeAll
    static void requireBrowser() throws IOException, InterruptedException {
        BrowserTests.require();
    }

    @Test
    void aTenantUsesTheConsoleWithTheirOwnRights() throws IOException, InterruptedException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        String token = createTenant(controlPlane.kubectl());
        int port = FreePort.next();
        ProgramFiles files = ProgramFiles.writeFrom(
                controlPlane.server().kubeconfig(),
                folders(),
                "computedKinds: true\nconsole: {listen: {address: 127.0.0.1, port: " + port + "}}");
        Path authority = ModuleDirectory.newWorkDirectory("console-ca").resolve("ca.crt");
        Files.writeString(authority, files.caPem());
        try (Restarts restarts = new Restarts(controlPlane, files)) {
            BrowserTests.run(Map.of(
                    "CHARTROOM_CONSOLE", "https://127.0.0.1:" + port + "/console/",
                    "CHARTROOM_TENANT_TOKEN", token,
                    "CHARTROOM_RESTART", restarts.url(),
                    "CHARTROOM_REAL_DEFINITIONS", Definitions.COZYSTACK.toString(),
                    "NODE_EXTRA_CA_CERTS", authority.toString()));
        }
        assertThat(controlPlane
                        .kubectl()
                        .succeed(
                                "get",
                                "helmreleases",
                                "-n",
                                "console-shop",
                                "redis-kept",
                                "-o",
                                "jsonpath={.spec.values}"))
                .contains("\"replicas\":4");
    }

    private static String folders() {
        return Definitions.cozystackIsThere()
                ? "{folders: [" + Definitions.EXAMPLES + ", " + Definitions.COZYSTACK.resolve("definitions") + "]}"
                : "{folders: [" + Definitions.EXAMPLES + "]}";
    }

    /** Returns the token of a new tenant. */
    private static String createTenant(Kubectl admin) {
        admin.succeed("create", "namespace", "console-shop");
        admin.succeed("create", "namespace", "console-real");
        admin.succeed("create", "serviceaccount", "tenant", "-n", "console-shop");
        admin.apply(RIGHTS);
        for (String namespace : List.of("console-shop", "console-real")) {
            admin.succeed(
                    "create",
                    "rolebinding",
                    "tenant",
                    "-n",
                    namespace,
                    "--role=tenant",
                    "--serviceaccount=console-shop:tenant");
        }
        return admin.succeed("create", "token", "tenant", "-n", "console-shop").strip();
    }

    /** A program that a test can start again with a POST. */
    private static final class Restarts implements AutoCloseable {
        private final ControlPlane controlPlane;
        private final ProgramFiles files;
        private final HttpServer server;
        private volatile Program program;

        Restarts(ControlPlane controlPlane, ProgramFiles files) throws IOException {
            this.controlPlane = controlPlane;
            this.files = files;
            program = Program.start(controlPlane, files);
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", this::restart);
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        }

        private void restart(HttpExchange exchange) throws IOException {
            program.close();
            program = Program.start(controlPlane, files);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        }

        @Override
        public void close() {
            server.stop(0);
            program.close();
        }
    }
}

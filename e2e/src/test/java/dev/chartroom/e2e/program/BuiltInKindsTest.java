package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Dev mode answers the requests that kubectl sends to every cluster, besides those for served kinds. */
@RequiresControlPlane
class BuiltInKindsTest {
    private static @Nullable DevServer started;

    private final Kubectl kubectl = server().kubectl();

    @BeforeAll
    static void start() throws IOException {
        Path directory = ModuleDirectory.newWorkDirectory("built-in");
        Files.createDirectories(kinds(directory));
        started = DevServer.start(directory, "--kinds", kinds(directory).toString());
    }

    @AfterAll
    static void stop() {
        if (started != null) {
            started.close();
        }
    }

    @Test
    void configMapIsCreatedAppliedPatchedAndDeleted() {
        assertThat(kubectl.succeed("create", "configmap", "settings", "--from-literal=a=1", "--from-literal=b=2"))
                .isEqualTo("configmap/settings created\n");
        assertThat(kubectl.succeed("get", "cm", "settings")).containsPattern("NAME +DATA +AGE *\nsettings +2 ");
        kubectl.succeed("patch", "cm", "settings", "--type=json", "-p", """
                [{"op": "add", "path": "/data/c", "value": "3"}, {"op": "remove", "path": "/data/a"}]""");
        assertThat(data("settings")).isEqualTo("{\"b\":\"2\",\"c\":\"3\"}");

        String applied =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"ca.crt\"},\"data\":%s}";
        kubectl.succeedWithInput(applied.formatted("{\"a\":\"1\",\"b\":\"2\"}"), "apply", "-f", "-");
        kubectl.succeedWithInput(applied.formatted("{\"b\":\"3\"}"), "apply", "-f", "-");
        assertThat(data("ca.crt")).isEqualTo("{\"b\":\"3\"}");
        kubectl.succeedWithInput(
                applied.formatted("{\"b\":\"4\"}"), "apply", "--server-side", "--force-conflicts", "-f", "-");
        assertThat(kubectl.succeed("get", "cm", "ca.crt", "-o", "yaml", "--show-managed-fields"))
                .contains("f:data:\n        f:b: {}")
                .doesNotContain("f:spec", "generation:", "status:");
        assertThat(kubectl.succeed("explain", "cm")).contains("data\t<map[string]string>");
        assertThat(kubectl.succeed("delete", "cm", "settings", "ca.crt")).contains("\"settings\" deleted");
    }

    private String data(String configMap) {
        return kubectl.succeed("get", "cm", configMap, "-o", "jsonpath={.data}");
    }

    @Test
    void secretStoresItsTextsInBase64() {
        kubectl.succeed("create", "secret", "generic", "login", "--from-literal=password=hush");
        assertThat(kubectl.succeed("get", "secret", "login")).containsPattern("login +Opaque +1 ");
        kubectl.succeedWithInput("""
                {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "login"}, "stringData": {"user": "me"}}
                """, "apply", "-f", "-");
        assertThat(kubectl.succeed("get", "secret", "login", "-o", "jsonpath={.data}"))
                .isEqualTo("{\"password\":\"aHVzaA==\",\"user\":\"bWU=\"}");
        assertThat(kubectl.runWithInput("""
                                {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "typo"}, "dta": {}}
                                """, "create", "-f", "-").stderr()).contains("unknown field \"dta\"");
    }

    @Test
    void typoSaysThatThereIsNoSuchKind() {
        assertThat(kubectl.runWithInput("""
                                {"apiVersion": "v1", "kind": "ConfigMp", "metadata": {"name": "a"}}
                                """, "apply", "-f", "-").stderr())
                .contains("no matches for kind \"ConfigMp\" in version \"v1\"");
        assertThat(kubectl.runWithInput("""
                                {"apiVersion": "no.example.com/v1", "kind": "Redis", "metadata": {"name": "a"}}
                                """, "apply", "-f", "-").stderr())
                .contains("no matches for kind \"Redis\" in version \"no.example.com/v1\"");
        assertThat(kubectl.run("get", "redi").stderr()).contains("the server doesn't have a resource type \"redi\"");
    }

    @Test
    void userAndItsRightsAreShown() {
        assertThat(kubectl.succeed("auth", "whoami")).containsPattern("Username +admin");
        assertThat(kubectl.succeed("auth", "can-i", "--list")).containsPattern("\\*\\.\\* .* \\[\\*]");
        assertThat(kubectl.succeed("auth", "whoami", "--as=bob")).containsPattern("Username +bob");
        assertThat(kubectl.succeed("cluster-info")).contains("is running at").contains("https://127.0.0.1:");
    }

    @Test
    void servicesAndCustomResourceDefinitionsAreEmptyAndReadOnly() {
        assertThat(kubectl.run("get", "services,crd").stderr()).contains("No resources found");
        assertThat(kubectl.run("create", "service", "clusterip", "a", "--tcp=80")
                        .stderr())
                .contains("create is not supported on resources of kind \"services\"");
    }

    @Test
    void emptyFolderOfDefinitionsIsExplained() {
        assertThat(server().said())
                .contains("Chartroom serves 0 kinds on ")
                .contains("Put kind definitions into " + kinds(server().directory()))
                .doesNotContain("redis");
    }

    @Test
    void everyChangeOfADefinitionIsLogged() throws IOException {
        Path file = kinds(server().directory()).resolve("boxes.yaml");
        String definition = """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: boxes.logged.example.com}
                spec:
                  group: logged.example.com
                  names: {kind: Box, plural: boxes, singular: box}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}
                  release:
                    prefix: box-
                    chartRef: {kind: OCIRepository, name: box, namespace: charts}
                """;
        Files.writeString(file, definition);
        awaitLog("Kind definition added: boxes.yaml: serves Box (boxes.logged.example.com)");
        Files.writeString(file, definition.replace("singular: box", "singular: box, shortNames: [bx]"));
        awaitLog("Kind definition changed: boxes.yaml: serves Box (boxes.logged.example.com)");
        Files.writeString(file, definition.replace("kind: Box", "kind: box"));
        awaitLog("Kind definition rejected: boxes.yaml: spec.names.kind: must be a CamelCase name");
        Files.writeString(file, definition);
        awaitLog("Kind definition valid again: boxes.yaml: serves Box (boxes.logged.example.com)");
        Files.delete(file);
        awaitLog("Kind definition removed: boxes.yaml");
    }

    private static void awaitLog(String line) {
        Path errors = server().directory().resolve("errors");
        Awaitility.await(line).until(() -> Files.readString(errors).contains(line));
    }

    private static Path kinds(Path directory) {
        return directory.resolve("kinds");
    }

    private static DevServer server() {
        if (started == null) {
            throw new IllegalStateException("dev mode was not started");
        }
        return started;
    }
}

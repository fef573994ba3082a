package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests without a cluster. KindDiffTest of the module e2e uses one. */
class DiffCommandTest {
    private static final String KUBECONFIG = """
            apiVersion: v1
            kind: Config
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
            contexts: [{name: c, context: {cluster: c, user: u}}]
            users: [{name: u, user: {}}]
            current-context: c
            """;

    @TempDir
    private Path folder;

    @Test
    void offlineDiffComparesOnlyTheDefinitions() throws IOException {
        String old = written("old.yaml", definition("maximum: 5"));
        String narrower = written("new.yaml", definition("maximum: 3"));

        CommandRun run = CommandRun.of("kind", "diff", "--offline", old, narrower);
        assertThat(run.out().lines()).containsExactly("refuses: spec.size: maximum is 3, was 5");
        assertThat(run.exitCode()).isEqualTo(1);

        CommandRun back = CommandRun.of("kind", "diff", "--offline", narrower, old);
        assertThat(back.out().lines()).containsExactly("allows: spec.size: maximum is 5, was 3");
        assertThat(back.exitCode()).isZero();

        CommandRun none = CommandRun.of("kind", "diff", "--offline", old, old);
        assertThat(none.out().lines()).containsExactly("lamps.apps.example.com: the definitions do not differ");
        assertThat(none.exitCode()).isZero();
    }

    @Test
    void newDefinitionIsReportedAsAllowed() throws IOException {
        CommandRun run = CommandRun.of("kind", "diff", "--offline", "-", written("new.yaml", definition("minimum: 1")));

        assertThat(run.out().lines()).containsExactly("allows: spec: the definition is new");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void diffPrintsJson() throws IOException {
        CommandRun run = CommandRun.of(
                "kind",
                "diff",
                "--offline",
                "-o",
                "json",
                written("old.yaml", definition("maximum: 5")),
                written("new.yaml", definition("maximum: 3")));

        assertThat(run.out()).isEqualToIgnoringNewLines("""
                {"resource":"lamps.apps.example.com","definition":[{"impact":"refuses","path":"spec.size",\
                "message":"maximum is 3, was 5"}]}""");
    }

    @Test
    void invalidOrMissingDefinition_exitsTwo() throws IOException {
        String good = written("good.yaml", definition("minimum: 1"));
        String bad = written("bad.yaml", definition("minimum: one"));

        CommandRun run = CommandRun.of("kind", "diff", "--offline", good, bad);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("chartroom: " + bad + ":15: refused: spec.versions[0].")
                .contains("minimum: must be a number");

        CommandRun missing = CommandRun.of(
                "kind", "diff", "--offline", folder.resolve("no.yaml").toString(), good);
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("no.yaml: refused: the file does not exist");
    }

    @Test
    void unreachableClusterOrInvalidKubeconfig_exitsTwo() throws IOException {
        String definition = written("a.yaml", definition("minimum: 1"));
        String nowhere = written("kubeconfig", KUBECONFIG.formatted(closedPort()));

        CommandRun run = CommandRun.of("kind", "diff", "--kubeconfig", nowhere, definition, definition);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("chartroom: the objects cannot be read: the backing store cannot be reached");
        assertThat(run.out()).isEmpty();

        CommandRun unread = CommandRun.of("kind", "diff", "--kubeconfig", definition + ".no", definition, definition);
        assertThat(unread.exitCode()).isEqualTo(2);
        assertThat(unread.err()).contains("a.yaml.no: does not exist");

        CommandRun malformed =
                CommandRun.of("kind", "diff", "--kubeconfig", written("k", "[]"), definition, definition);
        assertThat(malformed.exitCode()).isEqualTo(2);
    }

    @Test
    void diffOfAKindInPostgresRequiresTheOfflineOption() throws IOException {
        String definition = written(
                "a.yaml", definition("minimum: 1").replace("spec:\n  group", "spec:\n  store: postgres\n  group"));
        assertThat(Files.readString(Path.of(definition))).contains("store: postgres");

        CommandRun run = CommandRun.of(
                "kind", "diff", "--kubeconfig", written("kubeconfig", KUBECONFIG.formatted(1)), definition, definition);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("the objects are in the store \"postgres\"", "--offline");

        assertThat(CommandRun.of("kind", "diff", "--offline", definition, definition)
                        .exitCode())
                .isZero();
    }

    @Test
    void configurationSaysWhichStoresThereAre() throws IOException {
        String inPostgres = written(
                "p.yaml", definition("minimum: 1").replace("spec:\n  group", "spec:\n  store: postgres\n  group"));
        String config = written("config.yaml", """
                listen: {address: 127.0.0.1, port: 0}
                tls: {certificateFile: a, keyFile: b}
                kinds: {folders: [c]}
                """);

        CommandRun run = CommandRun.of("kind", "diff", "--offline", "--config", config, "-", inPostgres);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("spec.store: ", "postgres");

        CommandRun unread = CommandRun.of("kind", "diff", "--offline", "--config", config + ".no", "-", inPostgres);
        assertThat(unread.exitCode()).isEqualTo(2);
        assertThat(unread.err()).contains("config.yaml.no");
    }

    @Test
    void diffNeedsTwoDefinitions() {
        assertThat(CommandRun.of("kind", "diff", "-").exitCode()).isEqualTo(2);
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String written(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String definition(String keyword) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: lamps.apps.example.com}
                spec:
                  group: apps.example.com
                  names: {kind: Lamp, plural: lamps}
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec: {type: object, properties: {size: {type: integer, %s}}}
                  release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}
                """.formatted(keyword);
    }
}

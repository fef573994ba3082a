package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.KubectlPlugin;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The history of objects in PostgreSQL, with a real control plane and a real database. */
@RequiresControlPlane
class PostgresHistoryTest {
    private static final String NAMESPACE = "remembered";
    private static final String PATH = "/apis/remembered.example.com/v1/namespaces/" + NAMESPACE + "/lamps/";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: lamps.remembered.example.com}
            spec:
              group: remembered.example.com
              names: {kind: Lamp, plural: lamps}
              store: postgres
              subresources: {history: {changes: true}}
              versions:
                - name: v1
                  served: true
                  storage: true
                  subresources: {scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.replicas}}
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec:
                          type: object
                          properties:
                            size: {type: integer}
                            password: {type: string, format: password}
            """;

    private static ControlPlane controlPlane;
    private static Kubectl kubectl;
    private static EmbeddedPostgres database;
    private static Program program;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        database = PostgresPrograms.builder().start();
        Path folder = ModuleDirectory.newWorkDirectory("remembered");
        Files.writeString(folder.resolve("lamps.yaml"), DEFINITION);
        program = Program.startWith(
                        controlPlane,
                        folder,
                        "stores: {postgres: {url: \"%s\", user: postgres}}"
                                .formatted(database.getJdbcUrl("postgres", "postgres")))
                .registered("remembered.example.com", "v1");
    }

    @AfterAll
    static void stop() throws IOException {
        if (program != null) {
            program.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @Test
    void historyHasAGenerationForEachChangeOfTheSpec() {
        apply("oak", "{size: 1}");
        apply("oak", "{size: 2, password: hush}");
        kubectl.succeed("label", "lamp", "oak", "-n", NAMESPACE, "team=light");
        apply("oak", "{size: 2, password: quiet}");

        JsonObject history = JsonClient.of(controlPlane, controlPlane.admin())
                .get(PATH + "oak/history")
                .body();

        assertThat(history.stringOrEmpty("kind")).isEqualTo("ApplicationHistory");
        assertThat(history.arrayOrEmpty("revisions").objects())
                .extracting(
                        revision -> String.valueOf(revision.get("revision")),
                        revision -> revision.arrayOrEmpty("changed").strings().toString())
                .hasToString(
                        "[(\"3\", \"[spec.password]\"), (\"2\", \"[spec.size, spec.password]\"), (\"1\", \"[]\")]");
        assertThat(history.arrayOrEmpty("revisions").objects())
                .allSatisfy(revision ->
                        assertThat(revision.stringOrEmpty("updated")).endsWith("Z"));
        assertThat(history.arrayOrEmpty("fields").objects())
                .extracting(field -> field.stringOrEmpty("path"))
                .contains("spec.size", "spec.password");
        assertThat(history.toString()).doesNotContain("hush", "quiet");
    }

    @Test
    void scaleIsAChangeInTheHistory() {
        apply("fir", "{size: 1}");

        assertThat(kubectl.succeed("scale", "lamp", "fir", "-n", NAMESPACE, "--replicas=3"))
                .contains("scaled");

        assertThat(JsonClient.of(controlPlane, controlPlane.admin())
                        .get(PATH + "fir/history")
                        .body()
                        .arrayOrEmpty("revisions")
                        .objects()
                        .getFirst()
                        .arrayOrEmpty("changed")
                        .strings())
                .containsExactly("spec.size");
    }

    @Test
    void pluginPrintsTheHistory() {
        apply("elm", "{size: 1}");
        apply("elm", "{size: 2}");
        KubectlPlugin plugin = KubectlPlugin.install(kubectl, NAMESPACE);

        KubectlPlugin.Result printed = plugin.run("history", "lamp", "elm");

        assertThat(printed.err()).isEmpty();
        assertThat(printed.out().lines().map(line -> line.replaceAll(" +", " ").replaceAll("2\\S+Z", "TIME")))
                .containsExactly("REVISION UPDATED CHANGED", "2 TIME spec.size", "1 TIME ");
    }

    @Test
    void historyNeedsItsOwnRight() {
        apply("ash", "{size: 1}");
        kubectl.succeed(
                "create", "role", "reads", "-n", NAMESPACE, "--verb=get", "--resource=lamps.remembered.example.com");
        kubectl.succeed("create", "rolebinding", "reads", "-n", NAMESPACE, "--role=reads", "--user=kim");
        Awaitility.await("the right")
                .until(() -> kubectl.run("get", "lamp", "ash", "-n", NAMESPACE, "--as=kim")
                                .exitCode()
                        == 0);

        assertThat(kubectl.run("get", "--raw", PATH + "ash/history", "--as=kim").stderr())
                .contains("Forbidden");
        assertThat(kubectl.run("get", "--raw", PATH + "none/history").stderr()).contains("NotFound");
        assertThat(kubectl.run("create", "--raw", PATH + "ash/rollback", "-f", "/dev/null")
                        .stderr())
                .contains("NotFound");
    }

    private static void apply(String name, String spec) {
        kubectl.apply("""
                apiVersion: remembered.example.com/v1
                kind: Lamp
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(name, NAMESPACE, spec));
    }
}

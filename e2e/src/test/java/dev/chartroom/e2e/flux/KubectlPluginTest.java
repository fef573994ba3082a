package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.KubectlPlugin;
import dev.chartroom.e2e.harness.KubectlPlugin.Result;
import dev.chartroom.e2e.kubelet.Kubelet;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real kubectl runs the plugin. The tests take one object through its life, in this order. */
@RequiresControlPlane(controllers = true)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KubectlPluginTest {
    private static final String NAMESPACE = "kubectl-plugin";
    private static final List<String> ROLES =
            List.of("chartroom-helm-records", "chartroom-resources", "chartroom-logs");
    private static final Map<String, String> CHART = Map.of(
            "values.yaml", "size: 1\n",
            "templates/note.yaml", """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}"}
            data: {size: "{{ .Values.size }}"}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: "{{ .Release.Name }}", annotations: {%s: "first\\nready to serve"}}
            spec: {containers: [{name: main, image: example.com/bench}]}
            """.formatted(Kubelet.LOGS),
            "templates/NOTES.txt", "The size is {{ .Values.size }}.\n");

    private static Kubectl kubectl;
    private static FluxNamespace flux;
    private static Kubelet kubelet;
    private static KubectlPlugin plugin;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        assumeThat(controlPlane.kubeApiserverPid()).as("local processes").isPresent();
        kubectl = controlPlane.kubectl();
        kubelet = Kubelet.start(controlPlane);
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        flux.serve(flux.definition("Bench", "{size: {type: integer}}", "retryInterval: 1s")
                        .replace("plural: benchs", "plural: benchs, shortNames: [bn]")
                + "  subresources: {suspend: {}, resume: {}, reconcile: {}, rollback: {},"
                + " history: {changes: true}, values: {}, resources: {}, manifest: {}, notes: {}, log: {}}\n");
        ROLES.forEach(role -> kubectl.succeed(
                "create",
                "clusterrolebinding",
                "plugin-test-" + role,
                "--clusterrole=" + role,
                "--serviceaccount=chartroom-system:chartroom"));
        plugin = KubectlPlugin.install(kubectl, NAMESPACE);
        flux.create("Bench", "oak", "size: 2");
        flux.awaitReady("bench", "oak");
        flux.patch("bench", "oak", "{\"spec\": {\"size\": 3}}");
        flux.soon("the second revision")
                .untilAsserted(
                        () -> assertThat(flux.configMap("bench-oak", "size")).isEqualTo("3"));
        flux.awaitReady("bench", "oak");
        flux.soon("the discovery").until(() -> run("history", "bench", "oak").exitCode() == 0);
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            ROLES.forEach(role -> kubectl.run("delete", "clusterrolebinding", "plugin-test-" + role));
            flux.close();
        }
        if (kubelet != null) {
            kubelet.close();
        }
    }

    @Test
    @Order(1)
    void viewsAreTables() {
        assertThat(succeed("history", "bench", "oak").lines().toList())
                .hasSize(3)
                .satisfies(
                        lines -> assertThat(lines.getFirst()).matches("REVISION +UPDATED +STATUS +CHART +APP VERSION"))
                .satisfies(lines -> assertThat(lines.get(1)).matches("2 +\\S+ +deployed +note-1.0.0 .*"));
        assertThat(succeed("values", "benchs/oak")).containsPattern("(?m)^size +3 +spec$");
        assertThat(succeed("manifest", "bn", "oak")).containsPattern("(?m)^bench-oak +ConfigMap +v1 ");
        assertThat(succeed("resources", "bench." + flux.group(), "oak")).containsPattern("(?m)^bench-oak +ConfigMap ");
        assertThat(succeed("notes", "bench", "oak")).isEqualTo("The size is 3.\n");
        assertThat(succeed("history", "bench", "oak", "-o", "jsonpath={.revisions[0].changed}"))
                .isEqualTo("[\"spec.size\"]");
    }

    @Test
    @Order(2)
    void logsAreThoseOfThePods() {
        flux.soon("the pod runs").until(() -> run("logs", "bench", "oak").exitCode() == 0);

        assertThat(succeed("logs", "bench", "oak"))
                .isEqualTo("[pod/bench-oak/main] first\n[pod/bench-oak/main] ready to serve\n");
        assertThat(succeed(
                        "logs",
                        "bn/oak",
                        "-c",
                        "main",
                        "--pod=bench-oak",
                        "--tail=1",
                        "--prefix=false",
                        "--since",
                        "1h"))
                .isEqualTo("ready to serve\n");
        assertThat(succeed("logs", "bench", "oak", "--timestamps", "--tail", "1"))
                .matches("\\S+ \\S+Z ready to serve\n");
    }

    @Test
    @Order(2)
    void dryRunOfARollbackWarnsAndChangesNothing() {
        Result dryRun = run("rollback", "bench", "oak", "1", "--dry-run");

        assertThat(dryRun.out()).isEqualTo("benchs/oak: rollback to revision 1 (server dry run)\n");
        assertThat(dryRun.err()).isEqualTo("Warning: spec.size would change from 3 to 2\n");
        assertThat(flux.get("bench", "oak", "{.spec.size}")).isEqualTo("3");
    }

    @Test
    @Order(3)
    void actionsChangeTheRelease() {
        assertThat(succeed("rollback", "bn", "oak", "1")).isEqualTo("benchs/oak: rollback to revision 1\n");
        assertThat(flux.get("bench", "oak", "{.spec.size}")).isEqualTo("2");
        assertThat(succeed("suspend", "bench/oak")).isEqualTo("benchs/oak: suspend\n");
        assertThat(flux.get("helmrelease", "bench-oak", "{.spec.suspend}")).isEqualTo("true");
        assertThat(succeed("resume", "Bench", "oak")).isEqualTo("benchs/oak: resume\n");
        assertThat(flux.get("helmrelease", "bench-oak", "{.spec.suspend}")).isEmpty();
        succeed("reconcile", "bench", "oak");
    }

    @ParameterizedTest
    @Order(4)
    @CsvSource(delimiter = '|', textBlock = """
            ''                          | 2 | Usage:
            histori bench oak           | 2 | unknown command histori; the commands are history
            history                     | 2 | history needs KIND NAME
            history bench               | 2 | history needs KIND NAME
            history bench oak elm       | 2 | unexpected argument elm
            history bench oak --dry-run | 2 | history changes nothing
            history bench oak --tail 1  | 2 | history has no options of logs
            logs bench                  | 2 | logs needs KIND NAME
            logs bench oak --dry-run    | 2 | logs changes nothing
            logs bench oak -o json      | 2 | logs has no --output
            logs bench oak --since 5x   | 2 | --since needs a number with s, m or h, such as 5m
            logs bench oak -c a&b=c     | 2 | --container has an invalid value a&b=c
            logs bench oak --tail       | 2 | --tail needs a value
            logs bench oak -c none      | 1 | no container of the release with the name none has started yet
            rollback bench oak          | 2 | rollback needs KIND NAME REVISION
            rollback bench oak x1       | 2 | rollback needs KIND NAME REVISION
            suspend bench oak --force   | 2 | unknown option --force
            suspend bench oak -n        | 2 | -n needs a value
            suspend nothing oak         | 2 | the server has no kind "nothing"
            suspend bench elm           | 1 | "elm" not found
            rollback bench oak 99       | 1 | its history has no revision 99
            history bench elm           | 1 | "elm" not found
            kinds bench                 | 2 | unexpected argument bench
            kinds --dry-run             | 2 | kinds has only the options --namespace and --output
            preview                     | 2 | preview needs a FILE
            preview a.yaml b.yaml       | 2 | unexpected argument b.yaml
            preview none.yaml           | 1 | none.yaml: No such file
            """)
    void mistakeIsExplained(String words, int exitCode, String message) {
        Result result = run(words.isEmpty() ? new String[0] : words.split(" "));

        assertThat(result.err()).contains(message);
        assertThat(result.exitCode()).isEqualTo(exitCode);
        assertThat(result.out()).isEmpty();
    }

    /** kubectl asks the second name of the file for completions. */
    @Test
    @Order(5)
    void wordsAreCompleted() {
        assertThat(plugin.kubectl("__complete", "chartroom", "").out()).contains("history\n", "logs\n", "rollback\n");
        assertThat(plugin.kubectl("__complete", "chartroom", "history", "").out())
                .contains("benchs\n");
        assertThat(plugin.kubectl("__complete", "chartroom", "history", "bench", "")
                        .out())
                .contains("oak\n");
        assertThat(plugin.kubectl("__complete", "chartroom", "rollback", "bench", "oak", "")
                        .out())
                .contains("1\n", "2\n");
    }

    private static String succeed(String... arguments) {
        Result result = run(arguments);
        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        return result.out();
    }

    private static Result run(String... arguments) {
        return plugin.run(arguments);
    }
}

package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.DocumentedCommand;
import dev.chartroom.e2e.harness.DocumentedShell;
import dev.chartroom.e2e.harness.KindDefinitionCrd;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.PackedChart;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The commands of docs/tutorials/in-a-cluster.md from its third step on. The first steps install Flux and Chartroom, which
 * run as processes here.
 */
@RequiresControlPlane
class ClusterTutorialTest {
    private static final String PAGE = "tutorials/in-a-cluster.md";
    private static final String GROUP = "shop.example.com";
    private static final String SHARD = "cluster-tutorial";
    private static final Map<String, String> CHART = Map.of("values.yaml", "text: Hello\n", "templates/page.yaml", """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}"}
            data: {text: "{{ .Values.text }}"}
            """);

    private final Kubectl kubectl = ControlPlane.shared().kubectl();

    @Test
    void commandsHaveTheDocumentedOutput() throws IOException {
        try (Flux _ = Flux.start(ControlPlane.shared(), SHARD);
                ChartRegistry registry = new ChartRegistry()) {
            KindDefinitionCrd.install(kubectl);
            try (Program program = Program.startFrom(ControlPlane.shared(), "{customResources: true}")) {
                run(program, registry.push(PackedChart.of("web", "0.1.0", CHART)));
            } finally {
                kubectl.run("delete", "helmreleases", "--all", "-n", "web-tenant", "--timeout=50s");
                kubectl.run("delete", "namespace", "web-tenant", "web-charts", "--ignore-not-found", "--wait=false");
                KindDefinitionCrd.remove(kubectl);
            }
        }
    }

    private void run(Program program, String chart) throws IOException {
        DocumentedShell shell = new DocumentedShell(
                ModuleDirectory.newWorkDirectory("cluster-tutorial"),
                kubectl.binary(),
                Map.of("KUBECONFIG", kubectl.kubeconfig().toString()));
        List<DocumentedCommand> commands = DocumentedCommand.of(PAGE, "## 3. ");

        assertThat(commands).hasSizeGreaterThan(8);
        boolean isRegistered = false;
        for (DocumentedCommand command : commands) {
            // Helm registers the group in the second step of the page, before the group has a kind.
            if (!isRegistered && command.text().contains("kind: Web\n")) {
                program.registered(GROUP, "v1alpha1");
                isRegistered = true;
            }
            shell.run(new DocumentedCommand(adapted(command.text(), chart), command.output()));
        }
    }

    /** The registry of the test has no TLS, and the Flux of the test handles only its own shard. */
    private static String adapted(String command, String url) {
        return command.replace("  url: oci://registry.example.com/charts/web\n", """
                          url: "%s"
                          insecure: true
                          timeout: 60s
                        """.formatted(url))
                .replace("prefix: web-\n", "prefix: web-\n    labels: {" + Flux.SHARD_LABEL + ": " + SHARD + "}\n");
    }
}

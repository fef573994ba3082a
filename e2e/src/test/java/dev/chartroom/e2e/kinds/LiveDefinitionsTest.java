package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.program.HeldWatches;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Definitions of every source are served from their creation to their deletion. */
class LiveDefinitionsTest extends LiveDefinitions {
    private static final int WATCHES = 200;
    private static final int CHANGES = 100;

    @Test
    void appliedKindDefinitionIsServedUntilItIsDeleted() {
        applyDefinition(definition("Lamp"));
        awaitServed("lamps");

        Kubectl direct = controlPlane.kubectl(replicas.getFirst().direct(controlPlane.admin()));
        direct.apply("""
                apiVersion: live.example.com/v1alpha1
                kind: Lamp
                metadata: {name: desk, namespace: live}
                spec: {}
                """);
        assertThat(direct.succeed("get", "lamps", "-n", "live")).contains("READY", "desk");
        assertThat(direct.succeed("explain", "lamp.spec")).contains("How large it is.");
        assertThat(controlPlane.kubectl().succeed("get", "--raw", path("lamps")))
                .contains("\"kind\":\"LampList\"", "desk");

        controlPlane.kubectl().succeed("delete", "kinddefinition", "lamps.live.example.com");
        awaitWithdrawn("lamps");
        assertThat(controlPlane.kubectl().succeed("get", "helmreleases", "-n", "live", "-o", "name"))
                .contains("lamp-desk");

        applyDefinition(definition("Lamp"));
        awaitServed("lamps");
        assertThat(direct.succeed("get", "lamps", "-n", "live")).contains("desk");
    }

    @Test
    void definitionInAConfigMapIsServedUntilTheKeyIsRemoved() {
        applyConfigMap("bulbs.yaml", definition("Bulb"));
        awaitServed("bulbs");

        applyConfigMap("tubes.yaml", definition("Tube"));
        awaitServed("tubes");
        awaitWithdrawn("bulbs");

        controlPlane.kubectl().succeed("delete", "configmap", "kinds", "-n", "chartroom-system");
        awaitWithdrawn("tubes");
    }

    @Test
    void definitionInAFolderIsServedUntilTheFileIsDeleted() throws IOException {
        Path file = Files.writeString(folder.resolve("bells.yaml"), definition("Bell"));
        awaitServed("bells");

        Files.delete(file);
        awaitWithdrawn("bells");
    }

    @Test
    void watchesSurviveChangesOfOtherDefinitions() throws Exception {
        Program program = replicas.getFirst();
        URI watch = URI.create(program.url() + path("anchors") + "?watch=1");
        try (HeldWatches watches = HeldWatches.open(
                WATCHES, () -> program.client(controlPlane.admin().identity()), watch)) {
            List<CompletableFuture<String>> events = watches.next();
            for (int i = 0; i < CHANGES; i++) {
                String description = "Change " + i;
                applyDefinition(
                        definition("Wheel").replace("description: A kind.", "description: " + description + "."));
                soon(description).until(() -> descriptionOf(program, "wheels").equals(description + "."));
            }
            assertThat(events).noneMatch(CompletableFuture::isDone);

            controlPlane.kubectl().succeedWithInput("""
                    {"apiVersion": "live.example.com/v1alpha1", "kind": "Anchor",
                     "metadata": {"name": "last", "namespace": "live"}, "spec": {}}
                    """, "create", "--raw", path("anchors"), "-f", "-");

            for (CompletableFuture<String> event : events) {
                assertThat(event.get(10, TimeUnit.SECONDS))
                        .startsWith("{\"type\":\"ADDED\"")
                        .contains("\"last\"");
            }
        }
    }

    @Test
    void allReplicasServeAndRefuseTheSameDefinitions() throws IOException {
        // The source that comes first in the configuration wins, regardless of which definition was created first.
        applyDefinition(definition("Twin"));
        awaitServed("twins");
        applyConfigMap("twins.yaml", definition("Twin"));
        Files.writeString(folder.resolve("bells.yaml"), definition("Bell"));
        applyDefinition(definition("Lamp"));
        Stream.of("bells", "twins", "lamps").forEach(LiveDefinitionsTest::awaitServed);
        String refusal = "refused: KindDefinition twins.live.example.com: the plural \"twins\" is taken in the group"
                + " live.example.com by the kind Twin of ConfigMap chartroom-system/kinds, twins.yaml\n";
        soon("the conflict is told")
                .untilAsserted(() -> assertThat(replicas)
                        .allSatisfy(replica -> assertThat(details(replica)).contains("4 kinds served", refusal)));

        for (String shown : List.of(
                "/apis",
                GROUP_PATH,
                "/openapi/v2",
                "/openapi/v3",
                "/openapi/v3" + GROUP_PATH,
                "/readyz/kind-definitions?verbose")) {
            assertThat(body(replicas.getFirst(), shown)).as(shown).isEqualTo(body(replicas.getLast(), shown));
        }
        controlPlane.kubectl().succeed("delete", "configmap", "kinds", "-n", "chartroom-system");
        soon("the other one is served")
                .untilAsserted(() -> assertThat(replicas)
                        .allSatisfy(replica -> assertThat(details(replica))
                                .contains("4 kinds served")
                                .doesNotContain("refused")));
    }

    @Test
    void malformedDefinitionDoesNotAffectOthers() {
        applyDefinition(definition("Lamp"));
        applyDefinition(definition("Crooked").replace("type: integer", "type: whole"));
        applyConfigMap("broken.yaml", "kind: [KindDefinition");
        awaitServed("lamps");

        soon("both are refused")
                .untilAsserted(() -> assertThat(details(replicas.getFirst()))
                        .contains("2 kinds served")
                        .containsPattern("refused: KindDefinition crookeds.live.example.com: .*size.*whole")
                        .containsPattern("refused: ConfigMap chartroom-system/kinds, broken.yaml: .*YAML"));
        assertThat(status(replicas.getFirst(), path("anchors"))).isEqualTo(200);
        assertThat(body(replicas.getFirst(), "/readyz")).isEqualTo("ok");
    }

    /** The kube-apiserver fetches discovery once a minute, unless an APIService changes. */
    @Test
    void aggregatorDiscoversNewKindsWithinFifteenSeconds() {
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: live-apiservice}
                rules:
                  - apiGroups: [apiregistration.k8s.io]
                    resources: [apiservices]
                    resourceNames: [v1alpha1.live.example.com]
                    verbs: [get, update]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: live-apiservice}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: live-apiservice}
                subjects: [{kind: ServiceAccount, name: chartroom, namespace: chartroom-system}]
                """);
        for (String kind : List.of("Door", "Gate", "Hatch")) {
            String plural = kind.toLowerCase(Locale.ROOT) + "s";
            String before = served();
            long start = System.nanoTime();
            applyDefinition(definition(kind));
            Awaitility.await(plural + " are discovered")
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(50))
                    .atMost(Duration.ofSeconds(15))
                    .until(() -> kubectl.succeed("get", "--raw", "/apis/live.example.com/v1alpha1")
                                    .contains(plural)
                            && kubectl.succeed("api-resources", "--api-group=live.example.com")
                                    .contains(plural));
            System.out.println("e2e: discovered after " + (System.nanoTime() - start) / 1_000_000 + " ms: " + plural);
            // The aggregator's own poll may come before the annotation.
            Awaitility.await("the annotation of " + plural).until(() -> !served().equals(before));
        }
    }

    private static String served() {
        return controlPlane
                .kubectl()
                .succeed(
                        "get",
                        "apiservice",
                        "v1alpha1.live.example.com",
                        "-o",
                        "jsonpath={.metadata.annotations.chartroom\\.dev/served}");
    }

    @Test
    void clusterAcceptsShippedAndDocumentedDefinitions() throws IOException {
        Kubectl kubectl = controlPlane.kubectl();
        try (Stream<Path> files = Files.list(Definitions.EXAMPLES)) {
            for (Path file : files.toList()) {
                kubectl.succeed("apply", "--dry-run=server", "--validate=strict", "-f", file.toString());
            }
        }
        documented("KindDefinition")
                .forEach(block ->
                        kubectl.succeedWithInput(block, "apply", "--dry-run=server", "--validate=strict", "-f", "-"));
    }

    @Test
    void applicationDefinitionIsServedUntilItsCrdIsDeleted() throws IOException {
        assumeThat(Definitions.cozystackIsThere())
                .as("the real definitions beside the repository")
                .isTrue();
        String redises = "/apis/apps.cozystack.io/v1alpha1/namespaces/live/redises";
        String crd =
                Definitions.COZYSTACK.resolve("applicationdefinitions-crd.yaml").toString();
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed("apply", "--server-side", "-f", crd);
        Awaitility.await("applicationdefinitions can be listed")
                .until(() -> kubectl.run("get", "applicationdefinitions").exitCode() == 0);

        documented("ApplicationDefinition").forEach(kubectl::apply);
        soon("redises are served").until(() -> replicas.stream().allMatch(replica -> status(replica, redises) == 200));
        // The definition has no status.
        soon("an event says so")
                .untilAsserted(() -> assertThat(kubectl.succeed("describe", "applicationdefinition", "redis"))
                        .containsPattern("Normal +Established .* chartroom +the kind is served"));

        kubectl.succeed("delete", "-f", crd);
        soon("redises are not served")
                .until(() -> replicas.stream().allMatch(replica -> status(replica, redises) == 404));
    }

    @Test
    void definitionsCanBePrintedExplainedAndValidated() {
        applyDefinition(definition("Lamp"));
        Kubectl kubectl = controlPlane.kubectl();

        assertThat(kubectl.succeed("get", "kinddefinitions"))
                .containsPattern("NAME +KIND +ESTABLISHED +READY +OBJECTS +AGE +MESSAGE")
                .containsPattern("lamps.live.example.com +Lamp");
        assertThat(kubectl.succeed("get", "kinddefinitions", "-o", "wide"))
                .containsPattern("lamps.live.example.com +live.example.com +Lamp");
        assertThat(kubectl.succeed("explain", "kinddefinition.spec.release"))
                .contains("chartRef", "The prefix of release names");
        assertThat(kubectl.runWithInput(definition("Lamp").replace("name: lamps.", "name: lights."), "apply", "-f", "-")
                        .stderr())
                .contains("metadata.name must be the plural and the group");
    }

    /** Returns the examples of a kind in the documents; there must be one. */
    private static List<String> documented(String kind) throws IOException {
        Path docs = ModuleDirectory.basedir().resolve("../docs");
        String document = Files.readString(docs.resolve("kind-definitions.md"))
                + Files.readString(docs.resolve("tasks/follow-a-chart.md"));
        List<String> examples = Pattern.compile("(?ms)^```yaml\n(.*?)^```$")
                .matcher(document)
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains("kind: " + kind + "\n"))
                .toList();
        assertThat(examples).isNotEmpty();
        return examples;
    }

    private static String descriptionOf(Program program, String plural) {
        return program.assembly()
                .catalogue()
                .registry()
                .find("live.example.com", "v1alpha1", plural)
                .map(ApplicationKind::description)
                .orElse("");
    }
}

package dev.chartroom.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Definitions in a folder, in a ConfigMap and as custom resources come and go while the program runs: two replicas, which
 * were started before the cluster knew what a KindDefinition is.
 */
@RequiresControlPlane
class LiveDefinitionsTest {
    private static final String GROUP_PATH = "/apis/live.example.com/v1alpha1";
    private static final String DEFINITIONS_PATH = "/apis/chartroom.dev/v1alpha1/kinddefinitions/";
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int WATCHES = 200;
    private static final int CHANGES = 100;

    private static ControlPlane controlPlane;
    private static JsonClient cluster;
    private static Path folder;
    private static List<Program> replicas = List.of();
    private static Map<Program, HttpClient> clients = Map.of();

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        KindDefinitionCrd.remove(controlPlane.kubectl());
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        controlPlane.kubectl().succeed("create", "namespace", "live");
        folder = ModuleDirectory.newWorkDirectory("live-definitions");
        Files.writeString(folder.resolve("anchors.yaml"), definition("Anchor"));
        String kinds = "{folders: [" + folder
                + "], configMap: {namespace: chartroom-system, name: kinds}, customResources: true}";
        Program first = Program.startFrom(controlPlane, kinds).registered("live.example.com", "v1alpha1");
        replicas = List.of(first, Program.startFrom(controlPlane, kinds));
        clients = replicas.stream()
                .collect(Collectors.toMap(
                        replica -> replica,
                        replica -> replica.client(controlPlane.admin().identity())));

        KindDefinitionCrd.install(controlPlane.kubectl());
    }

    @AfterEach
    void withdraw() throws IOException {
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed("delete", "kinddefinitions", "--all");
        kubectl.succeed("delete", "configmap", "kinds", "-n", "chartroom-system", "--ignore-not-found");
        kubectl.succeed("delete", "helmreleases", "--all", "-n", "live");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(file -> !file.endsWith("anchors.yaml")).toList()) {
                Files.delete(file);
            }
        }
        soon("only the anchors are left")
                .until(() ->
                        replicas.stream().allMatch(replica -> details(replica).equals("ok\n1 kinds served\n")));
    }

    @AfterAll
    static void stop() {
        clients.values().forEach(HttpClient::shutdownNow);
        replicas.reversed().forEach(Program::close);
        KindDefinitionCrd.remove(controlPlane.kubectl());
    }

    @Test
    void aKindDefinitionThatIsAppliedIsServedUntilItIsDeleted() {
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
    void aKeyOfTheConfigMapIsServedUntilItIsGone() {
        applyConfigMap("bulbs.yaml", definition("Bulb"));
        awaitServed("bulbs");

        applyConfigMap("tubes.yaml", definition("Tube"));
        awaitServed("tubes");
        awaitWithdrawn("bulbs");

        controlPlane.kubectl().succeed("delete", "configmap", "kinds", "-n", "chartroom-system");
        awaitWithdrawn("tubes");
    }

    @Test
    void aFileOfTheFolderIsServedUntilItIsGone() throws IOException {
        Path file = Files.writeString(folder.resolve("bells.yaml"), definition("Bell"));
        awaitServed("bells");

        Files.delete(file);
        awaitWithdrawn("bells");
    }

    @Test
    void noWatchOfAKindEndsWhenOtherDefinitionsChange() throws Exception {
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
    void allReplicasShowTheSameAndRefuseTheSame() throws IOException {
        // Whichever comes later: of two sources, the one that is named first in the configuration has the name.
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
    void aMalformedDefinitionHarmsNoOther() {
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

    @Test
    void whatBecameOfADefinitionIsInItsStatus() {
        applyDefinition(definition("Lamp"));
        awaitConditions("lamps", "Accepted=True:Valid NamesAccepted=True:NoConflicts Established=True:Served 1");
        assertThat(controlPlane.kubectl().succeed("get", "kinddefinition", "lamps.live.example.com"))
                .containsPattern("Lamp +True");

        applyDefinition(definition("Lamp").replace("type: integer", "type: whole"));
        awaitConditions(
                "lamps", "Accepted=False:Invalid NamesAccepted=True:NoConflicts Established=True:ServedAsBefore 2");
        assertThat(conditions("lamps", "{.message}")).contains("size", "what it declared before stays in effect");
        assertThat(replicas)
                .allSatisfy(
                        replica -> assertThat(status(replica, path("lamps"))).isEqualTo(200));

        applyConfigMap("twins.yaml", definition("Twin"));
        awaitServed("twins");
        applyDefinition(definition("Twin"));
        awaitConditions("twins", "Accepted=True:Valid NamesAccepted=False:Conflict Established=False:NotAccepted 1");
        assertThat(conditions("twins", "{.message}")).contains("taken", "ConfigMap chartroom-system/kinds, twins.yaml");
    }

    /** Of two replicas, which see the same. */
    @Test
    void anEventTellsOnceWhatBecameOfADefinition() {
        applyDefinition(definition("Torch"));
        soon("it is told that it is served")
                .untilAsserted(() -> assertThat(events("torchs")).containsExactly("Normal Established 1"));
        assertThat(controlPlane.kubectl().succeed("describe", "kinddefinition", "torchs.live.example.com"))
                .containsPattern("Normal +Established .* chartroom +the kind is served");

        applyDefinition(definition("Torch").replace("type: integer", "type: whole"));
        soon("it is told that it is refused")
                .untilAsserted(() -> assertThat(events("torchs"))
                        .containsExactlyInAnyOrder("Normal Established 1", "Warning Invalid 1"));

        controlPlane.kubectl().succeed("delete", "kinddefinition", "torchs.live.example.com");
        soon("it is told that it is gone")
                .untilAsserted(() -> assertThat(events("torchs")).contains("Normal Withdrawn 1"));

        applyConfigMap("bulbs.yaml", definition("Bulb").replace("type: integer", "type: whole"));
        soon("it is told of the ConfigMap")
                .untilAsserted(() -> assertThat(controlPlane
                                .kubectl()
                                .succeed("describe", "configmap", "kinds", "-n", "chartroom-system"))
                        .containsPattern("Warning +Invalid .*bulbs.yaml: "));
    }

    private static List<String> events(String plural) {
        return controlPlane
                .kubectl()
                .succeed(
                        "get",
                        "events",
                        "-n",
                        "default",
                        "--field-selector=involvedObject.name=" + plural + ".live.example.com",
                        "-o",
                        "jsonpath={range .items[*]}{.type} {.reason} {.count}{\"\\n\"}{end}")
                .lines()
                .toList();
    }

    @Test
    void theNumberOfObjectsIsInTheStatusAndToldWhenTheKindIsWithdrawn() {
        applyDefinition(definition("Stool"));
        awaitServed("stools");
        controlPlane.kubectl(replicas.getFirst().direct(controlPlane.admin())).apply("""
                apiVersion: live.example.com/v1alpha1
                kind: Stool
                metadata: {name: bar, namespace: live}
                spec: {}
                """);

        Awaitility.await("it is counted")
                .atMost(Duration.ofMinutes(2))
                .until(() -> controlPlane
                        .kubectl()
                        .succeed("get", "kinddefinition", "stools.live.example.com", "-o", "jsonpath={.status.objects}")
                        .equals("1"));

        controlPlane.kubectl().succeed("delete", "kinddefinition", "stools.live.example.com");
        soon("it is told what remains")
                .untilAsserted(
                        () -> assertThat(controlPlane
                                        .kubectl()
                                        .succeed(
                                                "get", "events", "-n", "default", "-o", "jsonpath={.items[*].message}"))
                                .contains(
                                        "stools.live.example.com is not served any more, and 1 release of its objects remains"));
    }

    /** The kube-apiserver asks for discovery once a minute, unless an APIService changes. */
    @Test
    void theClusterDiscoversNewKindsLongBeforeTheMinuteIsOver() {
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
            assertThat(served()).isNotEqualTo(before);
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

    private static void awaitConditions(String plural, String expected) {
        soon("the status of " + plural)
                .untilAsserted(() -> assertThat(
                                conditions(plural, "{.type}={.status}:{.reason} ") + observedGeneration(plural))
                        .isEqualTo(expected));
    }

    private static String conditions(String plural, String format) {
        return controlPlane
                .kubectl()
                .succeed(
                        "get",
                        "kinddefinition",
                        plural + ".live.example.com",
                        "-o",
                        "jsonpath={range .status.conditions[*]}" + format + "{end}");
    }

    private static String observedGeneration(String plural) {
        return controlPlane
                .kubectl()
                .succeed(
                        "get",
                        "kinddefinition",
                        plural + ".live.example.com",
                        "-o",
                        "jsonpath={.status.observedGeneration}");
    }

    @Test
    void theDefinitionsThatAreShippedAndDocumentedAreAcceptedByTheCluster() throws IOException {
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
    void anApplicationDefinitionIsServedUntilTheClusterForgetsWhatThatIs() throws IOException {
        assumeThat(Definitions.cozystackIsThere()).isTrue();
        String redises = "/apis/apps.cozystack.io/v1alpha1/namespaces/live/redises";
        String crd =
                Definitions.COZYSTACK.resolve("applicationdefinitions-crd.yaml").toString();
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed("apply", "--server-side", "-f", crd);
        Awaitility.await("applicationdefinitions can be listed")
                .until(() -> kubectl.run("get", "applicationdefinitions").exitCode() == 0);

        documented("ApplicationDefinition").forEach(kubectl::apply);
        soon("redises are served").until(() -> replicas.stream().allMatch(replica -> status(replica, redises) == 200));
        // It has no status.
        soon("an event says so")
                .untilAsserted(() -> assertThat(kubectl.succeed("describe", "applicationdefinition", "redis"))
                        .containsPattern("Normal +Established .* chartroom +the kind is served"));

        kubectl.succeed("delete", "-f", crd);
        soon("redises are not served")
                .until(() -> replicas.stream().allMatch(replica -> status(replica, redises) == 404));
    }

    @Test
    void theClusterExplainsAndPrintsDefinitions() {
        applyDefinition(definition("Lamp"));
        Kubectl kubectl = controlPlane.kubectl();

        assertThat(kubectl.succeed("get", "kinddefinitions"))
                .containsPattern("NAME +GROUP +KIND +ACCEPTED +AGE")
                .containsPattern("lamps.live.example.com +live.example.com +Lamp");
        assertThat(kubectl.succeed("explain", "kinddefinition.spec.release"))
                .contains("chartRef", "What the names of releases begin with");
        assertThat(kubectl.runWithInput(definition("Lamp").replace("name: lamps.", "name: lights."), "apply", "-f", "-")
                        .stderr())
                .contains("metadata.name must be the plural and the group");
    }

    /** The examples of the document that says what definitions are, at least one. */
    private static List<String> documented(String kind) throws IOException {
        String document = Files.readString(ModuleDirectory.basedir().resolve("../docs/kind-definitions.md"));
        List<String> examples = Pattern.compile("(?ms)^```yaml\n(.*?)^```$")
                .matcher(document)
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains("kind: " + kind + "\n"))
                .toList();
        assertThat(examples).isNotEmpty();
        return examples;
    }

    private static String definition(String kind) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata:
                  name: %1$ss.live.example.com
                spec:
                  group: live.example.com
                  names: {kind: %2$s, plural: %1$ss}
                  description: A kind.
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec:
                              type: object
                              properties:
                                size:
                                  description: How large it is.
                                  type: integer
                                  default: 1
                  release:
                    prefix: %1$s-
                    chartRef: {kind: OCIRepository, name: %1$s}
                """.formatted(kind.toLowerCase(Locale.ROOT), kind);
    }

    /** Returns when the kube-apiserver has it. */
    private static void applyDefinition(String yaml) {
        JsonObject definition = (JsonObject) new JacksonCodec().parseYaml(yaml.getBytes(StandardCharsets.UTF_8));
        String name = definition.objectOrEmpty("metadata").stringOrEmpty("name");
        assertThat(cluster.apply(DEFINITIONS_PATH + name, definition).code()).isBetween(200, 201);
    }

    private static void applyConfigMap(String key, String definition) {
        controlPlane.kubectl().apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: kinds, namespace: chartroom-system}
                data:
                  %s: |
                %s""".formatted(key, definition.indent(4)));
    }

    private static void awaitServed(String plural) {
        soon(plural + " are served")
                .until(() -> replicas.stream().allMatch(replica -> status(replica, path(plural)) == 200));
    }

    private static void awaitWithdrawn(String plural) {
        soon(plural + " are not served")
                .until(() -> replicas.stream().allMatch(replica -> status(replica, path(plural)) == 404));
    }

    /** A second is what is promised; a machine that does much else at the same time gets more. */
    private static ConditionFactory soon(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(SOON);
    }

    private static String path(String plural) {
        return GROUP_PATH + "/namespaces/live/" + plural;
    }

    private static String descriptionOf(Program program, String plural) {
        return program.assembly()
                .catalogue()
                .registry()
                .find("live.example.com", "v1alpha1", plural)
                .map(ApplicationKind::description)
                .orElse("");
    }

    private static String details(Program program) {
        return body(program, "/readyz/kind-definitions?verbose");
    }

    private static int status(Program program, String path) {
        return get(program, path).statusCode();
    }

    private static String body(Program program, String path) {
        return get(program, path).body();
    }

    private static HttpResponse<String> get(Program program, String path) {
        try {
            return Objects.requireNonNull(clients.get(program))
                    .send(
                            HttpRequest.newBuilder(URI.create(program.url() + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

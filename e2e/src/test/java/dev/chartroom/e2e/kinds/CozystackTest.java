package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The main use case with real input: Cozystack's unchanged definitions, its samples, and Flux's HelmRelease. */
@RequiresControlPlane
class CozystackTest {
    private static final String GROUP = "apps.cozystack.io";
    private static final String MANAGED_FIELDS = GROUP + "/application.managed-fields";
    private static final JacksonCodec CODEC = new JacksonCodec();
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable Program program;

    private final Kubectl kubectl = ControlPlane.shared().kubectl();
    private final String namespace = "tenant-" + NAMESPACES.incrementAndGet();

    @BeforeAll
    static void start() {
        assumeThat(Definitions.cozystackIsThere())
                .as("the real definitions beside the repository")
                .isTrue();
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        program = Program.start(controlPlane, Definitions.COZYSTACK.resolve("definitions"))
                .registered(GROUP, "v1alpha1");
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @BeforeEach
    void namespace() {
        kubectl.succeed("create", "namespace", namespace);
    }

    @Test
    void allTwentyKindsAreServed() {
        List<String> resources = kubectl.succeed("api-resources", "--api-group=" + GROUP, "-o", "name")
                .lines()
                .toList();

        assertThat(resources).hasSize(20).contains("redises." + GROUP, "kuberneteses." + GROUP, "tenants." + GROUP);
        assertThat(running().assembly().catalogue().registry().refusals()).isEmpty();
    }

    @Test
    void everySampleCreatesTheSameReleaseAsCozystack() throws IOException {
        for (Path sample : Definitions.samples()) {
            kubectl.succeed("create", "-n", namespace, "-f", sample.toString());
            JsonObject application = yaml(Files.readString(sample));
            ApplicationKind kind = kindOf(application);
            String name = application.objectOrEmpty("metadata").stringOrEmpty("name");
            JsonObject release = release(kind.release().prefix() + name);

            assertThat(release.objectOrEmpty("metadata").objectOrEmpty("labels"))
                    .as("labels of %s", sample.getFileName())
                    .isEqualTo(expectedLabels(kind, name));
            assertThat(release.objectOrEmpty("metadata")
                            .objectOrEmpty("annotations")
                            .names())
                    .containsExactly(MANAGED_FIELDS);
            assertThat(release.get("spec"))
                    .as("spec of %s", sample.getFileName())
                    .isEqualTo(expectedSpec(kind, application));
        }
    }

    @Test
    void manualReleaseIsServedAsAnApplicationAndBothStayInSync() {
        kubectl.apply(redisRelease("byhand", "{replicas: 3}"));

        assertThat(kubectl.succeed("get", "redis", "byhand", "-n", namespace, "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("3");
        try (var watching = kubectl.startWatching(
                "get", "redises", "-n", namespace, "-w", "-o", "custom-columns=N:.metadata.name,R:.spec.replicas")) {
            Awaitility.await().until(() -> watching.lines().stream().anyMatch(line -> line.matches("byhand\\s+3")));
            kubectl.succeed(
                    "patch",
                    "helmrelease",
                    "redis-byhand",
                    "-n",
                    namespace,
                    "--type=merge",
                    "-p",
                    "{\"spec\":{\"values\":{\"replicas\":4}}}");
            Awaitility.await().until(() -> watching.lines().stream().anyMatch(line -> line.matches("byhand\\s+4")));
        }
        kubectl.succeed(
                "patch", "redis", "byhand", "-n", namespace, "--type=merge", "-p", "{\"spec\":{\"replicas\":5}}");
        assertThat(release("redis-byhand").objectOrEmpty("spec").objectOrEmpty("values"))
                .isEqualTo(yaml("replicas: 5"));
    }

    @Test
    void columnsPrintTheStatusThatFluxWrites() {
        kubectl.apply(redisRelease("columns", "{}"));
        kubectl.succeed(
                "patch",
                "helmrelease",
                "redis-columns",
                "-n",
                namespace,
                "--subresource=status",
                "--type=merge",
                "-p",
                """
                {"status":{"observedGeneration":1,"lastAttemptedRevision":"0.3.0+1a2b3c","history":[{"version":1,
                "status":"deployed","chartName":"redis","chartVersion":"0.2.0+4d5e6f","name":"redis-columns",
                "namespace":"x","digest":"sha256:0","configDigest":"sha256:0","firstDeployed":"2026-01-01T00:00:00Z",
                "lastDeployed":"2026-01-01T00:00:00Z"}],"conditions":[{"type":"Ready",
                "status":"True","reason":"InstallSucceeded","message":"Helm install succeeded",
                "lastTransitionTime":"2026-01-01T00:00:00Z","observedGeneration":1}]}}
                """);

        List<String> lines = kubectl.succeed("get", "redis", "columns", "-n", namespace)
                .lines()
                .toList();

        assertThat(lines.getFirst()).matches("NAME\\s+READY\\s+AGE\\s+VERSION\\s*");
        assertThat(lines.getLast()).matches("columns\\s+True\\s+\\d+s\\s+0\\.2\\.0 -> 0\\.3\\.0\\s*");
        assertThat(kubectl.succeed("get", "redis", "columns", "-n", namespace, "-o", "wide"))
                .contains("1a2b3c", "InstallSucceeded", "Helm install succeeded");
        kubectl.succeed(
                "patch",
                "helmrelease",
                "redis-columns",
                "-n",
                namespace,
                "--type=merge",
                "-p",
                "{\"spec\":{\"suspend\":true}}");
        assertThat(kubectl.succeed("get", "redis", "columns", "-n", namespace)).contains("True,Suspended");
    }

    @Test
    void applicationUpdatesPreserveForeignFieldsOfTheRelease() {
        kubectl.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: owner, namespace: %s}
                """.formatted(namespace));
        String owner = kubectl.succeed("get", "configmap", "owner", "-n", namespace, "-o", "jsonpath={.metadata.uid}");
        kubectl.apply(redisRelease("kept", "{replicas: 3, legacy: {x: 1}, _secret: {password: hidden}}"));
        kubectl.succeed(
                "patch", "helmrelease", "redis-kept", "-n", namespace, "--type=merge", "-p", """
                {"metadata":{"finalizers":["finalizers.fluxcd.io","example.com/foreign"],
                  "ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"owner","uid":"%s"}],
                  "labels":{"foreign":"label"},"annotations":{"foreign.example.com/note":"kept"}},
                 "spec":{"suspend":true,"dependsOn":[{"name":"other"}],"targetNamespace":"elsewhere",
                  "postRenderers":[{"kustomize":{"images":[{"name":"redis","newTag":"8"}]}}]}}
                """.formatted(owner));
        JsonObject before = release("redis-kept");

        kubectl.succeed("label", "redis", "kept", "-n", namespace, "team=a");
        kubectl.succeed("patch", "redis", "kept", "-n", namespace, "--type=merge", "-p", "{\"spec\":{\"replicas\":5}}");
        String live = kubectl.succeed("get", "redis", "kept", "-n", namespace, "-o", "yaml");
        assertThat(kubectl.succeed("get", "redis", "kept", "-n", namespace, "-o", "yaml", "--show-managed-fields"))
                .contains("f:replicas")
                .doesNotContain("_secret", "legacy");
        assertThat(live).doesNotContain("_secret", "legacy", "finalizers.fluxcd.io", "foreign");
        kubectl.succeedWithInput(live.replace("replicas: 5", "replicas: 6"), "replace", "-f", "-");
        kubectl.succeedWithInput(
                application("Redis", "kept").replace("spec: {}", "spec: {replicas: 7}"),
                "apply",
                "--server-side",
                "--force-conflicts",
                "-f",
                "-");

        JsonObject after = release("redis-kept");
        JsonObject values = after.objectOrEmpty("spec").objectOrEmpty("values");
        assertThat(values).isEqualTo(yaml("{replicas: 7, legacy: {x: 1}, _secret: {password: hidden}}"));
        assertThat(withoutValues(after)).isEqualTo(withoutValues(before));
        JsonObject metadata = after.objectOrEmpty("metadata");
        for (String field : List.of("finalizers", "ownerReferences", "uid", "creationTimestamp")) {
            assertThat(metadata.get(field))
                    .as(field)
                    .isEqualTo(before.objectOrEmpty("metadata").get(field));
        }
        assertThat(metadata.objectOrEmpty("annotations").without(MANAGED_FIELDS))
                .isEqualTo(before.objectOrEmpty("metadata").get("annotations"));
        assertThat(metadata.objectOrEmpty("labels"))
                .isEqualTo(before.objectOrEmpty("metadata").objectOrEmpty("labels").toBuilder()
                        .put(GROUP + "-team", "a")
                        .build());
        kubectl.succeed(
                "patch",
                "helmrelease",
                "redis-kept",
                "-n",
                namespace,
                "--type=merge",
                "-p",
                "{\"metadata\":{\"finalizers\":null}}");
    }

    /** The first value is the default, which is shown but not stored. */
    @ParameterizedTest
    @CsvSource({"Redis, redis, storageClass", "Kafka, kafka, zookeeper.storageClass"})
    void storageClassIsImmutable(String kind, String resource, String field) {
        kubectl.succeedWithInput(application(kind, "fixed"), "create", "-f", "-");
        String value = "\"fast\"";
        for (String name : List.of(field.split("\\.")).reversed()) {
            value = "{\"" + name + "\":" + value + "}";
        }

        Kubectl.Result refused = kubectl.run(
                "patch", resource, "fixed", "-n", namespace, "--type=merge", "-p", "{\"spec\":" + value + "}");

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.stderr()).contains("spec." + field + ": Invalid value: \"fast\": storageClass is immutable");
    }

    @Test
    void deletingAnApplicationDeletesOnlyItsRelease() {
        kubectl.apply(redisRelease("one", "{}"));
        kubectl.apply(redisRelease("two", "{}"));

        kubectl.succeed("delete", "redis", "one", "-n", namespace);

        assertThat(kubectl.succeed("get", "helmreleases", "-n", namespace, "-o", "name")
                        .lines())
                .containsExactly("helmrelease.helm.toolkit.fluxcd.io/redis-two");
    }

    @Test
    void createWithAReleaseNameInUseFailsAndChangesNothing() {
        // The kind Etcd has no release prefix, so the Etcd redis-taken and the Redis taken have the same release name.
        kubectl.succeedWithInput(application("Redis", "taken"), "create", "-f", "-");
        JsonObject before = release("redis-taken");
        Kubectl.Result otherKind = kubectl.runWithInput(application("Etcd", "redis-taken"), "create", "-f", "-");
        kubectl.apply("""
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: redis-foreign, namespace: %s}
                spec: {interval: 5m, chartRef: {kind: OCIRepository, name: x}}
                """.formatted(namespace));
        Kubectl.Result foreign = kubectl.runWithInput(application("Redis", "foreign"), "create", "-f", "-");

        assertThat(otherKind.exitCode()).isNotZero();
        assertThat(otherKind.stderr()).contains("(AlreadyExists)", "etcds.apps.cozystack.io \"redis-taken\"");
        assertThat(foreign.stderr()).contains("(AlreadyExists)", "redises.apps.cozystack.io \"foreign\"");
        assertThat(release("redis-taken")).isEqualTo(before);
        assertThat(kubectl.run("get", "redis", "foreign", "-n", namespace).stderr())
                .contains("(NotFound)");
    }

    private String application(String kind, String name) {
        return """
                apiVersion: apps.cozystack.io/v1alpha1
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: {}
                """.formatted(kind, name, namespace);
    }

    private String redisRelease(String name, String values) {
        return """
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata:
                  name: redis-%1$s
                  namespace: %2$s
                  labels:
                    apps.cozystack.io/application.kind: Redis
                    apps.cozystack.io/application.group: apps.cozystack.io
                    apps.cozystack.io/application.name: %1$s
                spec:
                  interval: 5m
                  chartRef: {kind: ExternalArtifact, name: redis, namespace: cozy-system}
                  values: %3$s
                """.formatted(name, namespace, values);
    }

    private JsonObject release(String name) {
        return JsonClient.object(kubectl.succeed("get", "helmrelease", name, "-n", namespace, "-o", "json"));
    }

    private static ApplicationKind kindOf(JsonObject application) {
        return running().assembly().catalogue().registry().kinds().stream()
                .filter(kind -> kind.names().kind().equals(application.stringOrEmpty("kind")))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the labels of table 1.5 of the reference, from the definition file as this test parses it. */
    private static JsonObject expectedLabels(ApplicationKind kind, String name) throws IOException {
        JsonObject.Builder labels = JsonObject.builder()
                .put(GROUP + "/application.kind", kind.names().kind())
                .put(GROUP + "/application.group", GROUP)
                .put(GROUP + "/application.name", name);
        definition(kind)
                .objectOrEmpty("spec")
                .objectOrEmpty("release")
                .objectOrEmpty("labels")
                .members()
                .forEach(labels::put);
        return labels.build();
    }

    private static JsonObject expectedSpec(ApplicationKind kind, JsonObject application) throws IOException {
        JsonObject definition = definition(kind);
        JsonObject annotations = definition.objectOrEmpty("metadata").objectOrEmpty("annotations");
        assertThat(annotations.names())
                .as("samples are of kinds without overrides")
                .isEmpty();
        JsonObject action = yaml("{timeout: 10m0s, strategy: {name: RetryOnFailure, retryInterval: 30s}}");
        return JsonObject.builder()
                .put(
                        "chartRef",
                        definition
                                .objectOrEmpty("spec")
                                .objectOrEmpty("release")
                                .objectOrEmpty("chartRef"))
                .put("interval", "5m0s")
                .put("maxHistory", 5)
                .put("install", action)
                .put("upgrade", action)
                .put("valuesFrom", JsonArray.of(yaml("{kind: Secret, name: cozystack-values}")))
                .put("values", application.objectOrEmpty("spec"))
                .build();
    }

    private static JsonObject definition(ApplicationKind kind) throws IOException {
        try (var files = Files.list(Definitions.COZYSTACK.resolve("definitions"))) {
            for (Path file : files.toList()) {
                JsonObject definition = yaml(Files.readString(file));
                String declared = definition
                        .objectOrEmpty("spec")
                        .objectOrEmpty("application")
                        .stringOrEmpty("kind");
                if (declared.toLowerCase(Locale.ROOT).equals(kind.names().kind().toLowerCase(Locale.ROOT))) {
                    return definition;
                }
            }
        }
        throw new AssertionError("no definition of " + kind.names().kind());
    }

    private static JsonObject withoutValues(JsonObject release) {
        return release.objectOrEmpty("spec").without("values");
    }

    private static JsonObject yaml(String text) {
        return (JsonObject) CODEC.parseYaml(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Program running() {
        if (program == null) {
            throw new IllegalStateException("the program is started before all tests");
        }
        return program;
    }
}

package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Chartroom takes the place of Cozystack's server in a cluster with all of its definitions, and gives it back: the
 * procedure of {@code docs/tasks/take-over-cozystack.md}. The definitions are custom resources, as in Cozystack.
 */
@RequiresControlPlane
class TakeOverTest {
    private static final String GROUP = CozystackServer.GROUP;
    private static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/";
    private static final JacksonCodec CODEC = new JacksonCodec();
    private static final Map<String, JsonObject> DEFINITIONS = new LinkedHashMap<>();

    /** Flux's kind of chart sources in Cozystack, as far as a server reads it. */
    private static final String EXTERNAL_ARTIFACTS = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: externalartifacts.source.toolkit.fluxcd.io
            spec:
              group: source.toolkit.fluxcd.io
              names: {kind: ExternalArtifact, listKind: ExternalArtifactList, plural: externalartifacts, singular: externalartifact}
              scope: Namespaced
              versions:
                - name: v1
                  served: true
                  storage: true
                  subresources: {status: {}}
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
                        status: {type: object, x-kubernetes-preserve-unknown-fields: true}
            """;

    private static ControlPlane controlPlane;
    private static Kubectl kubectl;
    private static JsonClient cluster;

    private String namespace = "";

    @BeforeAll
    static void cozystack() {
        assumeThat(Definitions.cozystackIsThere())
                .as("the real definitions beside the repository")
                .isTrue();
        controlPlane = ControlPlane.shared();
        kubectl = controlPlane.kubectl();
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        controlPlane.installHelmReleaseCrd();
        kubectl.succeed("create", "namespace", "cozy-system");
        kubectl.apply(EXTERNAL_ARTIFACTS);
        String crd =
                Definitions.COZYSTACK.resolve("applicationdefinitions-crd.yaml").toString();
        kubectl.succeed("apply", "--server-side", "-f", crd);
        for (String kind : List.of("externalartifacts", "applicationdefinitions")) {
            Awaitility.await(kind + " can be listed")
                    .until(() -> kubectl.run("get", kind, "-A").exitCode() == 0);
        }
        for (Path file : files("definitions")) {
            JsonObject definition = yaml(file);
            DEFINITIONS.put(CozystackServer.kind(definition), definition);
            JsonObject chart =
                    definition.objectOrEmpty("spec").objectOrEmpty("release").objectOrEmpty("chartRef");
            kubectl.apply("""
                    apiVersion: source.toolkit.fluxcd.io/v1
                    kind: ExternalArtifact
                    metadata: {name: %s, namespace: %s}
                    spec: {sourceRef: {apiVersion: source.extensions.fluxcd.io/v1beta1, kind: ArtifactGenerator, name: packages}}
                    """.formatted(chart.stringOrEmpty("name"), chart.stringOrEmpty("namespace")));
        }
        kubectl.succeed(
                "apply",
                "--server-side",
                "-f",
                Definitions.COZYSTACK.resolve("definitions").toString());
    }

    @AfterAll
    static void remove() {
        if (!DEFINITIONS.isEmpty()) {
            kubectl.succeed("delete", "crd", "applicationdefinitions.cozystack.io");
            kubectl.succeed("delete", "crd", "externalartifacts.source.toolkit.fluxcd.io");
            kubectl.succeed("delete", "namespace", "cozy-system", "--wait=false");
        }
    }

    @BeforeEach
    void objects(TestInfo test) {
        namespace = "tenant-" + test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
        kubectl.succeed("create", "namespace", namespace);
        // Kinds without a prefix share the names of releases.
        DEFINITIONS.forEach((kind, definition) -> store(definition, CozystackServer.plural(definition), "{}"));
        for (Path sample : files("samples")) {
            JsonObject object = yaml(sample);
            JsonObject definition = definition(object.stringOrEmpty("kind"));
            String name = object.objectOrEmpty("metadata").stringOrEmpty("name");
            store(definition, name, object.objectOrEmpty("spec").toString());
        }
        // Cozystack's server accepts values that the schema rejects, and charts get values that no user sees.
        store(definition("Redis"), "odd", """
                {"replicas": "many", "unknown": {"a": 1}, "_cluster": {"domain": "example.com"}}""");
    }

    @Test
    void everyObjectIsServedAndNoReleaseChanges() {
        List<JsonObject> before = releases();

        try (Program _ = takeOver()) {
            assertThat(kubectl.succeed("api-resources", "--api-group=" + GROUP, "--no-headers")
                            .lines())
                    .hasSize(DEFINITIONS.size());
            DEFINITIONS.forEach((kind, definition) -> assertThat(comparable(served(definition)))
                    .as(kind)
                    .containsExactlyElementsOf(comparable(read(definition, before))));
        }

        assertThat(releases()).isEqualTo(before);
    }

    @Test
    void watchFromAVersionBeforeTheStartGoesOn() {
        String version = cluster.get(RELEASES + namespace + "/helmreleases")
                .body()
                .objectOrEmpty("metadata")
                .stringOrEmpty("resourceVersion");
        kubectl.succeed("delete", "helmrelease", "redis-odd", "-n", namespace);

        try (Program _ = takeOver()) {
            JsonObject event = JsonClient.object(kubectl.succeed(
                    "get",
                    "--raw",
                    "/apis/" + GROUP + "/v1alpha1/namespaces/" + namespace
                            + "/redises?watch=true&timeoutSeconds=3&resourceVersion=" + version));

            assertThat(event.stringOrEmpty("type")).isEqualTo("DELETED");
            assertThat(event.objectOrEmpty("object").objectOrEmpty("metadata").stringOrEmpty("name"))
                    .isEqualTo("odd");
        }
    }

    @Test
    void formerServerReadsEverythingThatChartroomWrote() {
        try (Program _ = takeOver()) {
            kubectl.succeed("label", "redis", "redises", "-n", namespace, "team=a");
            kubectl.succeed("annotate", "redis", "redises", "-n", namespace, "example.com/note=hi");
            kubectl.succeed(
                    "patch", "redis", "redises", "-n", namespace, "--type=merge", "-p", "{\"spec\":{\"replicas\":4}}");
            kubectl.succeed(
                    "patch", "redis", "odd", "-n", namespace, "--type=merge", "-p", "{\"spec\":{\"replicas\":3}}");
            kubectl.succeed("delete", "kafka", "kafkas", "-n", namespace);
            for (String kind : List.of("Redis", "Etcd", "Tenant")) {
                kubectl.succeedWithInput("""
                        apiVersion: %s/v1alpha1
                        kind: %s
                        metadata: {name: second, namespace: %s, labels: {team: b}}
                        spec: {}
                        """.formatted(GROUP, kind, namespace), "create", "-f", "-");
            }
        }
        List<JsonObject> after = releases();
        DEFINITIONS.forEach((kind, definition) -> {
            List<JsonObject> read = read(definition, after);
            assertThat(read.stream().map(TakeOverTest::name)).as(kind).doesNotHaveDuplicates();
        });

        JsonObject redis = definition("Redis");
        assertThat(read(redis, after).stream().map(TakeOverTest::name)).contains("redises", "odd", "second");
        assertThat(find(redis, after, "redises").toString())
                .contains("\"team\":\"a\"", "\"example.com/note\":\"hi\"", "\"replicas\":4");
        assertThat(release(after, "redis-odd").objectOrEmpty("spec").objectOrEmpty("values"))
                .isEqualTo(JsonClient.object("""
                        {"replicas": 3, "unknown": {"a": 1}, "_cluster": {"domain": "example.com"}}"""));
        assertThat(read(definition("Kafka"), after).stream().map(TakeOverTest::name))
                .doesNotContain("kafkas");
        // A release of Chartroom differs from one of the former server only in what the annotations record.
        JsonObject second = release(after, "redis-second");
        JsonObject expected = CozystackServer.release(redis, object(redis, "second", "{}", "{\"team\": \"b\"}"));
        assertThat(second.get("spec")).isEqualTo(expected.get("spec"));
        assertThat(second.objectOrEmpty("metadata").get("labels"))
                .isEqualTo(expected.objectOrEmpty("metadata").get("labels"));

        try (Program _ = takeOver()) {
            assertThat(served(redis).stream().map(TakeOverTest::name)).contains("redises", "odd", "second");
        }
        assertThat(releases()).isEqualTo(after);
    }

    private static JsonObject definition(String kind) {
        return Objects.requireNonNull(DEFINITIONS.get(kind), kind);
    }

    private static Program takeOver() {
        return Program.startFrom(controlPlane, "{customResources: true}").registered(GROUP, "v1alpha1");
    }

    private void store(JsonObject definition, String name, String spec) {
        assertThat(cluster.post(
                                RELEASES + namespace + "/helmreleases?fieldManager=cozystack-api",
                                CozystackServer.release(definition, object(definition, name, spec, "{}")))
                        .code())
                .isEqualTo(201);
    }

    private JsonObject object(JsonObject definition, String name, String spec, String labels) {
        return JsonClient.object("""
                {"kind": "%s", "metadata": {"name": "%s", "namespace": "%s", "labels": %s}, "spec": %s}
                """.formatted(CozystackServer.kind(definition), name, namespace, labels, spec));
    }

    private List<JsonObject> releases() {
        return cluster.get(RELEASES + namespace + "/helmreleases")
                .body()
                .arrayOrEmpty("items")
                .objects();
    }

    private List<JsonObject> served(JsonObject definition) {
        return cluster.get("/apis/" + GROUP + "/v1alpha1/namespaces/" + namespace + "/"
                        + CozystackServer.plural(definition))
                .body()
                .arrayOrEmpty("items")
                .objects();
    }

    /** Returns the objects of a kind as the former server reads them. */
    private static List<JsonObject> read(JsonObject definition, List<JsonObject> releases) {
        List<JsonObject> objects = new ArrayList<>();
        for (JsonObject release : releases) {
            String kind = release.objectOrEmpty("metadata")
                    .objectOrEmpty("labels")
                    .stringOrEmpty(GROUP + "/application.kind");
            if (kind.equals(CozystackServer.kind(definition))) {
                objects.add(CozystackServer.application(definition, release));
            }
        }
        return objects;
    }

    private static JsonObject find(JsonObject definition, List<JsonObject> releases, String name) {
        return read(definition, releases).stream()
                .filter(object -> name(object).equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonObject release(List<JsonObject> releases, String name) {
        return releases.stream()
                .filter(release -> name(release).equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the parts of objects that both servers return: not the defaults and not the status. */
    private static List<Map<String, String>> comparable(List<JsonObject> objects) {
        return objects.stream()
                .map(object -> {
                    JsonObject metadata = object.objectOrEmpty("metadata");
                    Map<String, String> parts = new LinkedHashMap<>();
                    parts.put("type", object.stringOrEmpty("apiVersion") + " " + object.stringOrEmpty("kind"));
                    for (String part : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
                        parts.put(part, metadata.stringOrEmpty(part));
                    }
                    parts.put("labels", metadata.objectOrEmpty("labels").toString());
                    parts.put(
                            "annotations", metadata.objectOrEmpty("annotations").toString());
                    return parts;
                })
                .toList();
    }

    private static String name(JsonObject object) {
        return object.objectOrEmpty("metadata").stringOrEmpty("name");
    }

    private static List<Path> files(String folder) {
        try (var files = Files.list(Definitions.COZYSTACK.resolve(folder))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonObject yaml(Path file) {
        try {
            return (JsonObject) CODEC.parseYaml(Files.readString(file).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.KindDefinitionCrd;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * Adds and removes definitions in a folder, in a ConfigMap and as custom resources while two replicas run. The replicas
 * were started before the CRD of KindDefinition existed.
 */
@RequiresControlPlane
abstract class LiveDefinitions {
    static final String GROUP_PATH = "/apis/live.example.com/v1alpha1";
    private static final String DEFINITIONS_PATH = "/apis/chartroom.dev/v1alpha1/kinddefinitions/";
    private static final Duration SOON = Duration.ofSeconds(30);

    static ControlPlane controlPlane;
    static JsonClient cluster;
    static Path folder;
    static List<Program> replicas = List.of();
    static Map<Program, HttpClient> clients = Map.of();

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        KindDefinitionCrd.remove(controlPlane.kubectl());
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        controlPlane.kubectl().apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: live}
                """);
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
                        replicas.stream().allMatch(replica -> details(replica).equals("ok\n1 kind served\n")));
    }

    @AfterAll
    static void stop() {
        clients.values().forEach(HttpClient::shutdownNow);
        replicas.reversed().forEach(Program::close);
        KindDefinitionCrd.remove(controlPlane.kubectl());
    }

    static String definition(String kind) {
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

    /** Applies a definition, and returns when the kube-apiserver has stored it. */
    static void applyDefinition(String yaml) {
        JsonObject definition = (JsonObject) new JacksonCodec().parseYaml(yaml.getBytes(StandardCharsets.UTF_8));
        String name = definition.objectOrEmpty("metadata").stringOrEmpty("name");
        assertThat(cluster.apply(DEFINITIONS_PATH + name, definition).code()).isBetween(200, 201);
    }

    static void applyConfigMap(String key, String definition) {
        controlPlane.kubectl().apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: kinds, namespace: chartroom-system}
                data:
                  %s: |
                %s""".formatted(key, definition.indent(4)));
    }

    static void awaitServed(String plural) {
        soon(plural + " are served")
                .until(() -> replicas.stream().allMatch(replica -> status(replica, path(plural)) == 200));
    }

    static void awaitWithdrawn(String plural) {
        soon(plural + " are not served")
                .until(() -> replicas.stream().allMatch(replica -> status(replica, path(plural)) == 404));
    }

    /** The documented limit is one second; a busy machine gets more time. */
    static ConditionFactory soon(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(SOON);
    }

    static String path(String plural) {
        return GROUP_PATH + "/namespaces/live/" + plural;
    }

    static String details(Program program) {
        return body(program, "/readyz/kind-definitions?verbose");
    }

    static int status(Program program, String path) {
        return get(program, path).statusCode();
    }

    static String body(Program program, String path) {
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

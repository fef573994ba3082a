package dev.chartroom.e2e.store;

import static dev.chartroom.e2e.harness.JsonClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.access.WriteWay;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.JsonClient.Reply;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests to Flux, made on an object or on its release, through a kube-apiserver. There is no Flux. */
@RequiresControlPlane
class ReconcileRequestsTest {
    private static final String GROUP = "requests.example.com";
    private static final String NAMESPACE = "requests";
    private static final String REQUESTED_AT = "reconcile.fluxcd.io/requestedAt";
    private static final String RESET_AT = "reconcile.fluxcd.io/resetAt";
    private static final String FORCE_AT = "reconcile.fluxcd.io/forceAt";
    private static final String LAMPS = "/apis/" + GROUP + "/v1/namespaces/" + NAMESPACE + "/lamps";
    private static final String TORCHES = "/apis/" + GROUP + "/v1/namespaces/" + NAMESPACE + "/torches";
    private static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/" + NAMESPACE + "/helmreleases";
    private static final AtomicInteger NAMES = new AtomicInteger();

    private static Program program;
    private static JsonClient cluster;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Path folder = ModuleDirectory.newWorkDirectory(NAMESPACE);
        Files.writeString(folder.resolve("lamps.yaml"), definition("Lamp", "lamps", false));
        Files.writeString(folder.resolve("torches.yaml"), definition("Torch", "torches", true));
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        program = Program.start(controlPlane, folder).registered(GROUP, "v1");
    }

    @AfterAll
    static void stop() {
        program.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STATUS_UPDATE")
    void requestReachesTheReleaseAndKeepsTheGeneration(WriteWay way) {
        String name = way == WriteWay.CREATE ? newName() : created("Lamp");

        Reply reply = way.send(cluster, LAMPS, lamp(name), annotations(Map.of(REQUESTED_AT, "1", RESET_AT, "1")));

        assertThat(reply.code()).isIn(200, 201);
        assertThat(annotationsOf(reply.body())).containsEntry(REQUESTED_AT, "1").containsEntry(RESET_AT, "1");
        assertThat(annotationsOf(release("lamp-" + name)))
                .containsEntry(REQUESTED_AT, "1")
                .containsEntry(RESET_AT, "1")
                .doesNotContainKey(GROUP + "-" + REQUESTED_AT);
        assertThat(reply.body().objectOrEmpty("metadata").get("generation")).hasToString("1");
    }

    @Test
    void kubectlAnnotatesChangesAndRemovesARequest() {
        String name = created("Lamp");

        annotate(name, REQUESTED_AT + "=1");
        annotate(name, REQUESTED_AT + "=2");
        assertThat(annotationsOf(release("lamp-" + name))).containsEntry(REQUESTED_AT, "2");

        annotate(name, REQUESTED_AT + "-");
        assertThat(annotationsOf(release("lamp-" + name))).doesNotContainKey(REQUESTED_AT);
    }

    /** The first command sets the same annotation as {@code flux reconcile helmrelease}. */
    @Test
    void requestOnTheReleaseIsShownAndOwnedByItsManager() {
        String name = created("Lamp");
        try (Kubectl.Watching watch = kubectl.startWatching(
                "get",
                "lamp." + GROUP,
                name,
                "-n",
                NAMESPACE,
                "--watch",
                "-o",
                "jsonpath={.metadata.annotations}{\"\\n\"}")) {
            Awaitility.await("the watch has begun").until(() -> !watch.lines().isEmpty());

            kubectl.succeed(
                    "annotate",
                    "helmrelease",
                    "lamp-" + name,
                    "-n",
                    NAMESPACE,
                    "--field-manager=flux",
                    REQUESTED_AT + "=token",
                    FORCE_AT + "=token");

            Awaitility.await("the watch reports the request")
                    .untilAsserted(
                            () -> assertThat(watch.lines()).last().asString().contains("token"));
        }
        JsonObject shown = cluster.get(LAMPS + "/" + name).body();
        assertThat(annotationsOf(shown)).containsEntry(REQUESTED_AT, "token").doesNotContainKey(FORCE_AT);
        assertThat(managersOf(shown, REQUESTED_AT)).isEqualTo("flux");
    }

    @Test
    void appliedRequestHasAnOwnerAndIsRemovedByTheNextApply() {
        String name = created("Lamp");
        String path = LAMPS + "/" + name;

        Reply applied = cluster.apply(path, lamp(name, Map.of(REQUESTED_AT, "1")));
        assertThat(applied.code()).as("%s", applied.body()).isEqualTo(200);
        assertThat(managersOf(applied.body(), REQUESTED_AT)).isEqualTo("tenant");

        assertThat(cluster.apply(path, lamp(name, Map.of())).code()).isEqualTo(200);
        assertThat(annotationsOf(release("lamp-" + name))).doesNotContainKey(REQUESTED_AT);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STATUS_UPDATE")
    void forcedUpgradeIsRefusedUnlessTheDefinitionAllowsIt(WriteWay way) {
        JsonObject forced = annotations(Map.of(REQUESTED_AT, "1", FORCE_AT, "1"));
        String lamp = way == WriteWay.CREATE ? newName() : created("Lamp");
        String torch = way == WriteWay.CREATE ? newName() : created("Torch");

        Reply refused = way.send(cluster, LAMPS, lamp(lamp), forced);
        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.body().stringOrEmpty("reason")).isEqualTo("Invalid");
        assertThat(refused.body()
                        .objectOrEmpty("details")
                        .arrayOrEmpty("causes")
                        .objects()
                        .getFirst())
                .isEqualTo(JsonObject.ofStrings(Map.of(
                        "reason",
                        "FieldValueForbidden",
                        "message",
                        "Forbidden: the definition of the kind does not allow it (spec.release.allowForce)",
                        "field",
                        "metadata.annotations[" + FORCE_AT + "]")));

        assertThat(way.send(cluster, TORCHES, body("Torch", torch, Map.of()), forced)
                        .code())
                .isIn(200, 201);
        assertThat(annotationsOf(release("torch-" + torch)))
                .containsEntry(REQUESTED_AT, "1")
                .containsEntry(FORCE_AT, "1");
    }

    @Test
    void unsupportedRequestFromAnOlderVersionCanOnlyBeKeptOrRemoved() {
        String name = created("Lamp");
        String path = LAMPS + "/" + name;
        String old = "reconcile.fluxcd.io/watch";
        cluster.mergePatch(
                RELEASES + "/lamp-" + name,
                annotations(Map.of(GROUP + "-" + old, "1", GROUP + "-" + REQUESTED_AT, "1"))
                        .toString());
        JsonObject shown = cluster.get(path).body();
        assertThat(annotationsOf(shown)).containsEntry(old, "1").containsEntry(REQUESTED_AT, "1");

        assertThat(cluster.put(path, shown.with("spec", object("{\"size\": 2}")))
                        .code())
                .isEqualTo(200);
        Reply changed = cluster.mergePatch(path, annotations(Map.of(old, "2")).toString());
        assertThat(changed.code()).isEqualTo(422);
        assertThat(changed.body().stringOrEmpty("message"))
                .contains("metadata.annotations[" + old + "]", REQUESTED_AT, RESET_AT);

        annotate(name, REQUESTED_AT + "=2");
        annotate(name, old + "-");
        assertThat(annotationsOf(release("lamp-" + name)))
                .containsEntry(REQUESTED_AT, "2")
                .doesNotContainKeys(GROUP + "-" + REQUESTED_AT, GROUP + "-" + old);
    }

    private static void annotate(String name, String annotation) {
        kubectl.succeed("annotate", "lamp." + GROUP, name, "-n", NAMESPACE, "--overwrite", annotation);
    }

    private static String newName() {
        return "n" + NAMES.incrementAndGet();
    }

    private static String created(String kind) {
        String name = newName();
        Reply created = cluster.post(kind.equals("Lamp") ? LAMPS : TORCHES, body(kind, name, Map.of()));
        assertThat(created.code()).as("%s", created.body()).isEqualTo(201);
        return name;
    }

    private static JsonObject lamp(String name) {
        return lamp(name, Map.of());
    }

    private static JsonObject lamp(String name, Map<String, String> annotations) {
        return body("Lamp", name, annotations);
    }

    private static JsonObject body(String kind, String name, Map<String, String> annotations) {
        JsonObject.Builder metadata = JsonObject.builder().put("name", name).put("namespace", NAMESPACE);
        if (!annotations.isEmpty()) {
            metadata.put("annotations", JsonObject.ofStrings(annotations));
        }
        return JsonObject.builder()
                .put("apiVersion", GROUP + "/v1")
                .put("kind", kind)
                .put("metadata", metadata.build())
                .put("spec", object("{\"size\": 1}"))
                .build();
    }

    private static JsonObject annotations(Map<String, String> annotations) {
        return JsonObject.of("metadata", JsonObject.of("annotations", JsonObject.ofStrings(annotations)));
    }

    private static JsonObject release(String name) {
        return cluster.get(RELEASES + "/" + name).body();
    }

    private static Map<String, String> annotationsOf(JsonObject object) {
        return object.objectOrEmpty("metadata").objectOrEmpty("annotations").strings();
    }

    /** Returns the managers that own an annotation, separated by commas. */
    private static String managersOf(JsonObject object, String annotation) {
        return String.join(
                ",",
                object.objectOrEmpty("metadata").arrayOrEmpty("managedFields").objects().stream()
                        .filter(entry -> entry.objectOrEmpty("fieldsV1")
                                .objectOrEmpty("f:metadata")
                                .objectOrEmpty("f:annotations")
                                .has("f:" + annotation))
                        .map(entry -> entry.stringOrEmpty("manager"))
                        .toList());
    }

    private static String definition(String kind, String plural, boolean allowForce) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %2$s.%1$s}
                spec:
                  group: %1$s
                  names: {kind: %3$s, plural: %2$s}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec: {type: object, properties: {size: {type: integer}}}
                  release:
                    prefix: %4$s-
                    chartRef: {kind: OCIRepository, name: lamp}
                    allowForce: %5$s
                """.formatted(GROUP, plural, kind, kind.toLowerCase(Locale.ROOT), allowForce);
    }
}

package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A new chart drops the key {@code stamp} and closes its schema, so Helm refuses values with this key. Users remove the
 * key from their releases through their objects. The platform wrote {@code note} and {@code _platform} directly.
 */
@RequiresControlPlane
class UnknownValuesTest {
    private static final String GROUP = "unknown.example.com";
    private static final String NAMESPACE = "unknown-values";
    private static final List<String> CREATED =
            List.of("merge", "json", "replace", "null", "dry", "label", "header", "strict");

    private static final String SPEC = "{size: 1, stamp: s3cret, storage: {class: fast, stamp: s3cret},"
            + " users: [{name: a, stamp: s3cret}, {name: b}]}";
    private static final String CLOSED_SPEC = "{size: 1, storage: {class: fast}, users: [{name: a}, {name: b}]}";

    private static ControlPlane controlPlane;
    private static Program program;
    private static JsonClient cluster;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        kubectl.succeed("create", "namespace", NAMESPACE);
        Path folder = ModuleDirectory.newWorkDirectory("unknown-values");
        Path definition = folder.resolve("stamps.yaml");
        Files.writeString(definition, definition(", stamp: {type: string}"));
        program = Program.start(controlPlane, folder).registered(GROUP, "v1");
        CREATED.forEach(name -> kubectl.succeedWithInput(object(name, SPEC), "create", "-f", "-"));
        kubectl.succeedWithInput(object("ssa", SPEC), "apply", "--server-side", "--field-manager=ci", "-f", "-");
        kubectl.apply(object("csa", SPEC));
        for (String name : kubectl.succeed("get", "helmreleases", "-n", NAMESPACE, "-o", "name")
                .split("\n")) {
            kubectl.succeed("patch", name, "-n", NAMESPACE, "--type=merge", "-p", """
                    {"spec": {"values": {"note": "ours", "_platform": {"secret": "s3cret"}}}}
                    """);
        }
        Files.writeString(definition, definition(""));
        Awaitility.await("the new schema is served")
                .until(() -> !shown("merge").objectOrEmpty("spec").toString().contains("stamp"));
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @Test
    void mergePatchWithANullRemovesAValue() {
        assertThat(patch("merge", "merge", "{\"spec\": {\"stamp\": null}}")).contains(removed("spec.stamp"));
        assertThat(values("merge").names()).doesNotContain("stamp").contains("note", "_platform");
        assertThat(values("merge").objectOrEmpty("storage").has("stamp")).isTrue();

        String warnings = patch("merge", "merge", """
                {"spec": {"stamp": null, "note": null, "_platform": null, "storage": {"stamp": null},
                          "users": [{"name": "a", "stamp": null}, {"name": "b"}]}}
                """);

        assertThat(warnings)
                .contains(removed("spec.note"), removed("spec.storage.stamp"), removed("spec.users[0].stamp"))
                .doesNotContain(removed("spec.stamp"), "_platform", "s3cret");
        assertThat(values("merge").toString()).doesNotContain("stamp", "note").contains("_platform");
    }

    @Test
    void jsonPatchRemovesAValue() {
        assertThat(patch("json", "json", """
                [{"op": "remove", "path": "/spec/users/0/stamp"}, {"op": "remove", "path": "/spec/note"}]
                """)).contains(removed("spec.note"), removed("spec.users[0].stamp"));
        assertThat(values("json").names()).contains("stamp", "_platform").doesNotContain("note");
        assertThat(values("json").arrayOrEmpty("users").toString()).doesNotContain("stamp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"op\": \"remove\", \"path\": \"/spec/_platform\"}",
                "{\"op\": \"remove\", \"path\": \"/spec/absent\"}",
                "{\"op\": \"test\", \"path\": \"/spec/stamp\", \"value\": \"s3cret\"}",
                "{\"op\": \"move\", \"from\": \"/spec/stamp\", \"path\": \"/spec/storage/class\"}",
            })
    void otherJsonPatchOfUnknownValuesIsInvalid(String operation) {
        JsonObject before = values("strict");

        JsonClient.Reply reply = cluster.jsonPatch(path("strict"), "[" + operation + "]");

        assertThat(reply.code()).isEqualTo(422);
        assertThat(values("strict")).isEqualTo(before);
    }

    @Test
    void replaceRemovesTheValuesThatChartroomWrote() {
        String object = kubectl.succeed("get", "stamps." + GROUP, "replace", "-n", NAMESPACE, "-o", "yaml");

        Kubectl.Result result = kubectl.runWithInput(object, "replace", "-f", "-");

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr())
                .contains(removed("spec.stamp"), removed("spec.storage.stamp"), removed("spec.users[0].stamp"))
                .doesNotContain("note", "_platform", "s3cret");
        assertThat(values("replace").toString()).doesNotContain("stamp").contains("note", "_platform");
    }

    @Test
    void updateWithANullRemovesAValueOfThePlatform() {
        JsonObject shown = shown("null");
        JsonObject spec = shown.objectOrEmpty("spec").with("note", JsonNull.NULL);

        assertThat(cluster.put(path("null"), shown.with("spec", spec)).code()).isEqualTo(200);

        assertThat(values("null").toString()).doesNotContain("stamp", "note").contains("_platform");
    }

    @Test
    void serverSideApplyRemovesAValueThatItsManagerAppliedBefore() {
        Kubectl.Result result = kubectl.runWithInput(
                object("ssa", CLOSED_SPEC), "apply", "--server-side", "--field-manager=ci", "-f", "-");

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr()).contains(removed("spec.stamp"), removed("spec.storage.stamp"));
        assertThat(values("ssa").toString()).doesNotContain("stamp").contains("note", "_platform");
    }

    @Test
    void clientSideApplyRemovesAValueThatTheManifestHadBefore() {
        Kubectl.Result result = kubectl.runWithInput(object("csa", CLOSED_SPEC), "apply", "-f", "-");

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr()).contains(removed("spec.stamp"), removed("spec.storage.stamp"));
        assertThat(values("csa").names()).doesNotContain("stamp").contains("note", "_platform");
    }

    @Test
    void dryRunWarnsAndRemovesNothing() {
        JsonObject before = values("dry");

        Kubectl.Result result = kubectl.run(
                "patch",
                "stamps." + GROUP,
                "dry",
                "-n",
                NAMESPACE,
                "--type=merge",
                "--dry-run=server",
                "-p",
                "{\"spec\": {\"stamp\": null}}");

        assertThat(result.stderr()).contains(removed("spec.stamp"));
        assertThat(values("dry")).isEqualTo(before);
    }

    @Test
    void patchThatNamesNoUnknownValueKeepsThemAll() {
        JsonObject before = values("label");

        assertThat(patch("label", "merge", "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}"))
                .doesNotContain("Warning");

        assertThat(values("label")).isEqualTo(before);
    }

    @Test
    void removalIsAChangeWithAWarningHeader() throws Exception {
        JsonObject before = shown("header");

        HttpResponse<String> response = cluster.http()
                .send(
                        HttpRequest.newBuilder(URI.create(cluster.url() + path("header")))
                                .header("Content-Type", "application/merge-patch+json")
                                .method("PATCH", BodyPublishers.ofString("{\"spec\": {\"stamp\": null}}"))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("Warning")).containsExactly("299 - \"" + removed("spec.stamp") + "\"");
        JsonObject after = JsonClient.object(response.body());
        assertThat(after.get("spec")).isEqualTo(before.get("spec"));
        for (String field : List.of("resourceVersion", "generation")) {
            assertThat(after.objectOrEmpty("metadata").get(field))
                    .as(field)
                    .isNotEqualTo(before.objectOrEmpty("metadata").get(field));
        }
    }

    /** Patches an object and returns the warnings. */
    private static String patch(String name, String type, String patch) {
        Kubectl.Result result =
                kubectl.run("patch", "stamps." + GROUP, name, "-n", NAMESPACE, "--type=" + type, "-p", patch);
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result.stderr();
    }

    private static String removed(String path) {
        return "removed " + path + " from the release: the schema does not know it";
    }

    private static JsonObject shown(String name) {
        return cluster.get(path(name)).body();
    }

    private static JsonObject values(String name) {
        return cluster.get("/apis/helm.toolkit.fluxcd.io/v2/namespaces/" + NAMESPACE + "/helmreleases/stamp-" + name)
                .body()
                .objectOrEmpty("spec")
                .objectOrEmpty("values");
    }

    private static String path(String name) {
        return "/apis/" + GROUP + "/v1/namespaces/" + NAMESPACE + "/stamps/" + name;
    }

    private static String object(String name, String spec) {
        return """
                apiVersion: %s/v1
                kind: Stamp
                metadata: {name: "%s", namespace: %s}
                spec: %s
                """.formatted(GROUP, name, NAMESPACE, spec);
    }

    private static String definition(String stamp) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: stamps.%1$s}
                spec:
                  group: %1$s
                  names: {kind: Stamp, plural: stamps}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec:
                              type: object
                              properties:
                                size: {type: integer}
                                storage: {type: object, properties: {class: {type: string}%2$s}}
                                users:
                                  type: array
                                  items: {type: object, properties: {name: {type: string}%2$s}}
                                %3$s
                  release:
                    prefix: stamp-
                    chartRef: {kind: OCIRepository, name: stamp}
                """.formatted(GROUP, stamp, stamp.isEmpty() ? "" : stamp.substring(2));
    }
}

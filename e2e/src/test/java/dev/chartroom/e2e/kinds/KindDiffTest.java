package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code chartroom kind diff} against a kube-apiserver with more objects than a page holds. */
@RequiresControlPlane
class KindDiffTest {
    private static final int OBJECTS = 520;
    /** Every tenth object is larger than the others. */
    private static final int LARGE = OBJECTS / 10;

    private static ControlPlane controlPlane;
    private static Path folder;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", "diff");
        folder = ModuleDirectory.newWorkDirectory("kind-diff");
        JsonClient cluster = JsonClient.of(controlPlane, controlPlane.admin());
        for (int i = 0; i < OBJECTS; i++) {
            String values = i % 10 == 0 ? "{\"size\": 5, \"color\": \"red\"}" : "{\"size\": 2}";
            assertThat(cluster.post(
                                    "/apis/helm.toolkit.fluxcd.io/v2/namespaces/diff/helmreleases",
                                    JsonClient.object(release("lamp-%03d".formatted(i), values)))
                            .code())
                    .isEqualTo(201);
        }
        // A release whose name looks like that of a Lamp, but whose labels do not.
        cluster.post(
                "/apis/helm.toolkit.fluxcd.io/v2/namespaces/diff/helmreleases",
                JsonClient.object(release("lamp-other", "{\"size\": 99}").replace("\"Lamp\"", "\"Lantern\"")));
    }

    @AfterAll
    static void stop() {
        controlPlane.kubectl().succeed("delete", "namespace", "diff", "--wait=false");
    }

    @Test
    void diffReportsObjectsWithInvalidAndHiddenFields() throws IOException {
        CommandOutput run = diff(
                definition("lamp-", "size: {type: integer, maximum: 5}, color: {type: string}"),
                definition("lamp-", "size: {type: integer, maximum: 3}, mode: {type: string, default: dim}"));

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .startsWith("refuses: spec.size: maximum is 3, was 5")
                .contains(
                        "invalid: diff/000: spec.size: Invalid value: 5: spec.size in body should be less than or equal"
                                + " to 3",
                        "hidden: spec.color: " + LARGE + " objects: diff/000, diff/010, diff/020 and " + (LARGE - 3)
                                + " more",
                        "default: spec.mode is \"dim\", was not shown: " + OBJECTS + " objects: diff/000, diff/001,"
                                + " diff/002 and " + (OBJECTS - 3) + " more",
                        OBJECTS + " objects of lamps.diff.example.com: 0 lost, " + LARGE + " become invalid, 0"
                                + " stay invalid, 0 become valid, " + (OBJECTS - LARGE) + " stay valid");
        assertThat(run.out().lines().filter(line -> line.startsWith("invalid: ")))
                .hasSize(LARGE);
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void narrowerSchemaDoesNotInvalidateObjectsThatStillFit() throws IOException {
        CommandOutput run = diff(
                definition("lamp-", "size: {type: integer}, color: {type: string}"),
                definition("lamp-", "size: {type: integer, maximum: 5}, color: {type: string}"));

        assertThat(run.out()).contains("refuses: spec.size", "0 become invalid");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void diffReportsObjectsThatAreInvalidInAnOlderVersion() throws IOException {
        String older = """
                    - name: v1beta1
                      served: true
                      storage: false
                      conversion: {rules: [{move: {from: spec.extent, to: spec.size}}]}
                      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
                        extent: {type: integer%s}, color: {type: string}}}}}}
                  release:""";
        Path before = definition("lamp-", "size: {type: integer}, color: {type: string}");
        Path after = definition("lamp-", "size: {type: integer}, color: {type: string}");
        Files.writeString(
                before,
                Files.readString(before)
                        .replace("  release:", older.formatted("").indent(2).stripTrailing()));
        Files.writeString(
                after,
                Files.readString(after)
                        .replace(
                                "  release:",
                                older.formatted(", maximum: 4").indent(2).stripTrailing()));

        CommandOutput run = diff(before, after);

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .startsWith("refuses: spec.extent: in v1beta1: maximum is 4, was not set")
                .contains(OBJECTS + " objects of lamps.diff.example.com: 0 lost, " + LARGE + " become invalid, 0"
                        + " stay invalid, 0 become valid, " + (OBJECTS - LARGE) + " stay valid");
        assertThat(run.out()
                        .lines()
                        .filter(line -> line.matches("invalid: diff/[0-9]+: in v1beta1: spec\\.extent: .*")))
                .hasSize(LARGE);
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void changedReleasePrefixLosesEveryObject() throws IOException {
        CommandOutput run =
                diff(definition("lamp-", "size: {type: integer}"), definition("l-", "size: {type: integer}"));

        assertThat(run.out().lines())
                .anyMatch(line ->
                        line.startsWith("loses: spec.release.prefix: \"lamp-\" becomes \"l-\": NO EXISTING OBJECT"))
                .contains("lost: " + OBJECTS + " objects: diff/000, diff/001, diff/002 and " + (OBJECTS - 3) + " more");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void newDefinitionIsComparedWithExistingReleases() throws IOException {
        Path definition = definition("lamp-", "size: {type: integer, maximum: 4}, color: {type: string}");

        CommandOutput run = run("-", definition.toString(), "-o", "json");

        JsonObject json = JsonClient.object(run.out());
        assertThat(json.objectOrEmpty("counts").toString())
                .isEqualTo("{\"lost\":0,\"becomesInvalid\":" + LARGE + ",\"staysInvalid\":0,\"becomesValid\":0,"
                        + "\"staysValid\":" + (OBJECTS - LARGE) + "}");
        assertThat(json.arrayOrEmpty("objects").objects())
                .hasSize(LARGE)
                .allSatisfy(object -> assertThat(object.stringOrEmpty("fate")).isEqualTo("becomesInvalid"));
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void releasesThatARolloutUpgradesAreNamed() throws IOException {
        JsonClient cluster = JsonClient.of(controlPlane, controlPlane.admin());
        String release = release("lamp-ours", "{\"size\": 2}").replace("diff.example.com", "upgrade.example.com");
        assertThat(cluster.post(
                                "/apis/helm.toolkit.fluxcd.io/v2/namespaces/diff/helmreleases?fieldManager=chartroom",
                                JsonClient.object(release))
                        .code())
                .isEqualTo(201);
        String before = Files.readString(definition("lamp-", "size: {type: integer}"))
                .replace("diff.example.com", "upgrade.example.com");
        Path old = Files.writeString(folder.resolve("upgrade-old.yaml"), before);
        Path next = Files.writeString(
                folder.resolve("upgrade-new.yaml"),
                before.replace("prefix: lamp-,", "prefix: lamp-, interval: 7m, rollout: {perMinute: 60},"));

        CommandOutput run = diff(old, next);

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .contains("upgrade: spec.interval: \"5m\" -> \"7m0s\": 1 object: diff/ours")
                .anyMatch(line -> line.contains("1 object of lamps.upgrade.example.com: 0 lost"));
        assertThat(run.exitCode()).isZero();
        assertThat(run(old.toString(), next.toString(), "--fail-on-upgrade").exitCode())
                .isEqualTo(1);
        assertThat(run(next.toString(), old.toString()).out()).doesNotContain("upgrade: ");
    }

    @Test
    void certificateOfACredentialPluginIsPresented() throws IOException {
        JsonObject credential = JsonObject.builder()
                .put("kind", "ExecCredential")
                .put("apiVersion", "client.authentication.k8s.io/v1")
                .put(
                        "status",
                        JsonObject.builder()
                                .put(
                                        "clientCertificateData",
                                        controlPlane.admin().identity().certificatePem())
                                .put(
                                        "clientKeyData",
                                        controlPlane.admin().identity().keyPem())
                                .build())
                .build();
        Files.writeString(folder.resolve("plugin.json"), credential.toString());
        Path plugin = Files.writeString(folder.resolve("plugin"), "#!/bin/sh\ncat \"$0.json\"\n");
        assertThat(plugin.toFile().setExecutable(true)).isTrue();
        Path kubeconfig = Files.writeString(
                folder.resolve("plugin-kubeconfig"),
                Files.readString(controlPlane.admin().kubeconfig())
                        .replaceAll("(?m)^ *client-key-data: .*\n", "")
                        .replaceAll(
                                "client-certificate-data: .*",
                                "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, interactiveMode:"
                                        + " Never}"));
        Path definition = definition("lamp-", "size: {type: integer}");

        CommandOutput run = run(definition.toString(), definition.toString(), "--kubeconfig", kubeconfig.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(OBJECTS + " objects of lamps.diff.example.com: 0 lost");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void withoutTheRightToListReleases_exitCodeIsTwo() throws IOException {
        Path definition = definition("lamp-", "size: {type: integer}");

        CommandOutput run = run(
                definition.toString(),
                definition.toString(),
                "--kubeconfig",
                controlPlane.user("nobody-in-particular").kubeconfig().toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("the objects cannot be read: ", "may not list");
    }

    private static CommandOutput diff(Path old, Path next) {
        return run(old.toString(), next.toString());
    }

    private static CommandOutput run(String... arguments) {
        return CommandOutput.of(command(arguments));
    }

    /** Adds the administrator's kubeconfig if none is given. */
    private static String[] command(String... arguments) {
        String[] command = new String[arguments.length + 4];
        command[0] = "kind";
        command[1] = "diff";
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        boolean given = String.join(" ", arguments).contains("--kubeconfig");
        command[arguments.length + 2] = given ? "--output" : "--kubeconfig";
        command[arguments.length + 3] =
                given ? "text" : controlPlane.admin().kubeconfig().toString();
        return command;
    }

    private static Path definition(String prefix, String properties) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "lamps", ".yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: lamps.diff.example.com}
                spec:
                  group: diff.example.com
                  names: {kind: Lamp, plural: lamps}
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {%s}}}}}
                  release: {prefix: %s, chartRef: {kind: OCIRepository, name: lamp}}
                """.formatted(properties, prefix));
    }

    private static String release(String name, String values) {
        return """
                {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease",
                 "metadata": {"name": "%1$s", "namespace": "diff", "labels": {
                   "diff.example.com/application.kind": "Lamp", "diff.example.com/application.group": "diff.example.com",
                   "diff.example.com/application.name": "%2$s"}},
                 "spec": {"interval": "5m", "chartRef": {"kind": "OCIRepository", "name": "lamp"}, "values": %3$s}}
                """.formatted(name, name.substring("lamp-".length()), values);
    }
}

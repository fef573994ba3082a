package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.ProgramFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code chartroom adopt} with a kube-apiserver and a running server. There is no Flux. */
@RequiresControlPlane
class AdoptionTest {
    private static final String NAMESPACE = "adoption";
    private static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/" + NAMESPACE + "/helmreleases";
    private static final String OBJECTS = "/apis/adoption.example.com/v1/namespaces/" + NAMESPACE + "/";

    private static ControlPlane controlPlane;
    private static JsonClient cluster;
    private static Path folder;
    private static Path config;
    private static Program program;
    private static JsonClient server;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        cluster = JsonClient.of(controlPlane, controlPlane.admin());
        controlPlane.kubectl().succeed("create", "namespace", NAMESPACE);
        folder = ModuleDirectory.newWorkDirectory("adoption");
        Files.writeString(
                folder.resolve("lamps.yaml"),
                definition("Lamp", "lamps", "lamp-", "chartRef: {kind: OCIRepository, name: lamp}"));
        Files.writeString(
                folder.resolve("heaters.yaml"),
                definition(
                        "Heater",
                        "heaters",
                        "heater-",
                        "chart: {spec: {chart: heater, sourceRef: {kind: HelmRepository, name: hub}}}"));
        config = ProgramFiles.write(controlPlane.server().kubeconfig(), folder).config();
        program = Program.start(controlPlane, folder);
        server = new JsonClient(program.client(controlPlane.admin().identity()), program.url());
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
        controlPlane.kubectl().succeed("delete", "namespace", NAMESPACE, "--wait=false");
    }

    @AfterEach
    void deleteReleases() {
        controlPlane.kubectl().succeed("delete", "helmreleases", "--all", "-n", NAMESPACE);
        controlPlane.kubectl().succeed("delete", "secrets", "--all", "-n", NAMESPACE);
    }

    @Test
    void releaseBecomesAnObjectAndAPlainReleaseAgain() {
        JsonObject plain = created("lamp-hall", "{\"size\": 3, \"extra\": true}");
        assertThat(object("lamps", "hall").code()).isEqualTo(404);

        CommandOutput dryRun = adopt("Lamp", "lamp-hall");

        assertThat(dryRun.err()).isEmpty();
        assertThat(dryRun.exitCode()).isZero();
        assertThat(dryRun.out().lines())
                .startsWith("adoption/lamp-hall: can become Lamp hall", "  spec:", "    color: white", "    size: 3")
                .contains(
                        "  hidden: spec.extra: users do not see this value",
                        "  default: spec.color is shown as \"white\", but the release does not have this value",
                        "  template: spec.interval: \"1h\" -> \"5m0s\": stays, because it was edited",
                        "  Flux does not upgrade the release, because labels do not change its generation")
                .endsWith("Nothing was changed. To make these changes, add --yes.");
        assertThat(release("lamp-hall")).isEqualTo(plain);

        assertThat(adopt("--yes", "Lamp", "lamp-hall"))
                .isEqualTo(new CommandOutput(0, "adoption/lamp-hall: is now Lamp hall\n", ""));

        JsonClient.Reply adopted = object("lamps", "hall");
        assertThat(adopted.code()).isEqualTo(200);
        assertThat(adopted.body().objectOrEmpty("spec").toString()).isEqualTo("{\"size\":3,\"color\":\"white\"}");
        for (String field : List.of("uid", "generation", "creationTimestamp")) {
            assertThat(adopted.body().objectOrEmpty("metadata").get(field))
                    .as(field)
                    .isEqualTo(plain.objectOrEmpty("metadata").get(field));
        }
        assertThat(release("lamp-hall").get("spec")).isEqualTo(plain.get("spec"));
        assertThat(metadata("lamp-hall").objectOrEmpty("labels").names())
                .containsExactlyInAnyOrder(
                        "team",
                        "adoption.example.com/application.kind",
                        "adoption.example.com/application.group",
                        "adoption.example.com/application.name");
        JsonObject labelled = release("lamp-hall");
        assertThat(adopt("--yes", "Lamp", "lamp-hall").out()).isEqualTo("adoption/lamp-hall: is Lamp hall already\n");
        assertThat(release("lamp-hall")).isEqualTo(labelled);

        assertThat(adopt("--undo", "--yes", "Lamp", "lamp-hall").out())
                .isEqualTo("adoption/lamp-hall: is a plain HelmRelease again\n");

        assertThat(object("lamps", "hall").code()).isEqualTo(404);
        assertThat(metadata("lamp-hall").objectOrEmpty("labels"))
                .isEqualTo(plain.objectOrEmpty("metadata").objectOrEmpty("labels"));
        assertThat(metadata("lamp-hall").get("generation"))
                .isEqualTo(plain.objectOrEmpty("metadata").get("generation"));
        assertThat(adopt("--undo", "--yes", "Lamp", "lamp-hall").exitCode()).isZero();
    }

    @Test
    void adoptedObjectIsPatchedThroughTheServer() {
        created("lamp-desk", "{\"size\": 3, \"extra\": true}");
        adopt("--yes", "Lamp", "lamp-desk");

        assertThat(server.mergePatch(OBJECTS + "lamps/desk?fieldManager=tenant", "{\"spec\":{\"size\":4}}")
                        .code())
                .isEqualTo(200);

        assertThat(release("lamp-desk").objectOrEmpty("spec").objectOrEmpty("values"))
                .isEqualTo(JsonClient.object("{\"size\":4,\"extra\":true}"));
    }

    @Test
    void refusedReleasesDoNotPreventOthers() {
        created("lamp-one", "{}");
        created("other", "{}");
        created("heater-two", "{}");
        adopt("--yes", "Heater", "heater-two");
        JsonObject heater = release("heater-two");

        CommandOutput run = adopt("--yes", "Lamp", "lamp-none", "other", "heater-two", "lamp-one");

        assertThat(run.err().lines())
                .containsExactly(
                        "chartroom: adoption/lamp-none: there is no such HelmRelease",
                        "chartroom: adoption/other: its name does not begin with \"lamp-\", the prefix of"
                                + " lamps.adoption.example.com",
                        "chartroom: adoption/heater-two: its labels name the kind Heater of adoption.example.com");
        assertThat(run.out()).isEqualTo("adoption/lamp-one: is now Lamp one\n");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(release("heater-two")).isEqualTo(heater);

        CommandOutput undo = adopt("--undo", "--yes", "Lamp", "heater-two");
        assertThat(undo.exitCode()).isEqualTo(1);
        assertThat(release("heater-two")).isEqualTo(heater);
    }

    @Test
    void userWithoutRightsGetsTheReasonOfTheCluster() {
        created("lamp-dark", "{}");
        Path kubeconfig = controlPlane.user("adopter-without-rights").kubeconfig();

        CommandOutput run = CommandOutput.of(
                "adopt",
                "-f",
                folder.resolve("lamps.yaml").toString(),
                "--kubeconfig",
                kubeconfig.toString(),
                "-n",
                NAMESPACE,
                "--yes",
                "Lamp",
                "lamp-dark");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("chartroom: adoption/lamp-dark: ")
                .contains("User \"adopter-without-rights\" cannot get resource \"helmreleases\"");
    }

    @Test
    void listNamesPlainReleasesWithTheChartOfAKind() {
        created("lamp-attic", "{}");
        created("cellar", "{}");
        created("lamp-taken", "{}");
        adopt("--yes", "Lamp", "lamp-taken");

        CommandOutput run = adopt("--list");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "NAMESPACE RELEASE KIND NAME PROBLEM",
                        "adoption cellar Lamp - its name does not begin with \"lamp-\", the prefix of"
                                + " lamps.adoption.example.com",
                        "adoption lamp-attic Lamp attic -");
        assertThat(adopt("--list", "Heater").out()).isEqualTo("no plain HelmRelease has the chart of a kind\n");
    }

    @Test
    void installedChartBecomesAnObject() throws IOException {
        installed("study", "2", "heater", "{\"size\": 7}");
        installed("study", "1", "heater", "{\"size\": 1}");
        installed("web", "1", "nginx", "{}");

        CommandOutput dryRun = adopt("--helm", "Heater", "study", "web", "none");

        assertThat(dryRun.exitCode()).isEqualTo(1);
        assertThat(dryRun.out().lines())
                .startsWith("adoption/study: can become Heater study, in the HelmRelease heater-study")
                .contains(
                        "    size: 7",
                        "  Flux upgrades the release at once, from heater 17.0.0 to the chart of the kind");
        assertThat(dryRun.err().lines())
                .containsExactly(
                        "chartroom: adoption/web: Helm installed the chart \"nginx\", but"
                                + " heaters.adoption.example.com has the chart \"heater\"",
                        "chartroom: adoption/none: Helm has no deployed release of this name");
        assertThat(cluster.get(RELEASES + "/heater-study").code()).isEqualTo(404);

        assertThat(adopt("--helm", "--suspend", "--yes", "Heater", "study").out())
                .isEqualTo("adoption/study: is now Heater study, in the suspended HelmRelease heater-study\n");

        JsonObject spec = release("heater-study").objectOrEmpty("spec");
        assertThat(spec.stringOrEmpty("releaseName")).isEqualTo("study");
        assertThat(spec.isTrue("suspend")).isTrue();
        assertThat(spec.objectOrEmpty("values").toString()).isEqualTo("{\"size\":7}");
        assertThat(object("heaters", "study").body().objectOrEmpty("spec").toString())
                .isEqualTo("{\"size\":7,\"color\":\"white\"}");
        CommandOutput again = adopt("--helm", "--suspend", "--yes", "Heater", "study");
        assertThat(again).isEqualTo(new CommandOutput(0, "adoption/study: is Heater study already\n", ""));
    }

    /** Runs the command as the administrator, with the kinds of the server's configuration. */
    private static CommandOutput adopt(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "adopt",
                "--config",
                config.toString(),
                "--kubeconfig",
                controlPlane.admin().kubeconfig().toString(),
                "-n",
                NAMESPACE));
        command.addAll(List.of(arguments));
        return CommandOutput.of(command.toArray(String[]::new));
    }

    /** Creates a HelmRelease as a user of Flux, and returns its stored state. */
    private static JsonObject created(String name, String values) {
        JsonObject release = JsonClient.object("""
                {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease",
                 "metadata": {"name": "%s", "namespace": "%s", "labels": {"team": "home"}},
                 "spec": {"interval": "1h", "chartRef": {"kind": "OCIRepository", "name": "lamp"}, "values": %s}}
                """.formatted(name, NAMESPACE, values));
        assertThat(cluster.post(RELEASES, release).code()).isEqualTo(201);
        return release(name);
    }

    /** Creates a Secret as the helm command does. */
    private static void installed(String name, String revision, String chart, String values) throws IOException {
        String record = """
                {"name": "%s", "namespace": "%s", "version": %s, "info": {"status": "deployed"},
                 "chart": {"metadata": {"name": "%s", "version": "17.0.0"}}, "config": %s}
                """.formatted(name, NAMESPACE, revision, chart, values);
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(zipped)) {
            out.write(record.getBytes(StandardCharsets.UTF_8));
        }
        String twice = Base64.getEncoder().encodeToString(Base64.getEncoder().encode(zipped.toByteArray()));
        JsonObject secret = JsonClient.object("""
                {"apiVersion": "v1", "kind": "Secret", "type": "helm.sh/release.v1",
                 "metadata": {"name": "sh.helm.release.v1.%1$s.v%2$s", "namespace": "%3$s", "labels": {
                   "owner": "helm", "status": "deployed", "name": "%1$s", "version": "%2$s"}},
                 "data": {"release": "%4$s"}}
                """.formatted(name, revision, NAMESPACE, twice));
        assertThat(cluster.post("/api/v1/namespaces/" + NAMESPACE + "/secrets", secret)
                        .code())
                .isEqualTo(201);
    }

    private static JsonClient.Reply object(String plural, String name) {
        return server.get(OBJECTS + plural + "/" + name);
    }

    private static JsonObject release(String name) {
        return cluster.get(RELEASES + "/" + name).body();
    }

    private static JsonObject metadata(String release) {
        return release(release).objectOrEmpty("metadata");
    }

    private static String definition(String kind, String plural, String prefix, String chart) {
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %2$s.adoption.example.com}
                spec:
                  group: adoption.example.com
                  names: {kind: %1$s, plural: %2$s}
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
                              properties: {size: {type: integer}, color: {type: string, default: white}}
                  release: {prefix: %3$s, %4$s}
                """.formatted(kind, plural, prefix, chart);
    }
}

package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.KubectlPlugin;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions through the real aggregator, with the real RBAC authorizer and quota controller. */
@RequiresControlPlane
class ComputedKindsTest {
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: %2$s.ask.example.com}
            spec:
              group: ask.example.com
              description: A %1$s.
              names: {kind: %1$s, plural: %2$s}
              form:
                fields:
                  - {path: spec.storageClass, options: {source: StorageClasses}}
                  - {path: spec.box, options: {source: Applications, resource: boxes.ask.example.com}}
              costs:
                - {name: cpu, description: CPUs of all replicas., expression: self.size * 2, limited: true}
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
                            size: {type: integer, default: 1, maximum: 9}
                            password: {type: string, format: password}
                            storageClass: {type: string}
                            box: {type: string}
              release:
                prefix: %2$s-
                chartRef: {kind: OCIRepository, name: crate, namespace: charts}
            """;
    private static final String COUNT = "count/crates.ask.example.com";
    private static final String CPU = "cost.ask.example.com/cpu";
    private static final JacksonCodec CODEC = new JacksonCodec();

    private static @Nullable Program program;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Path folder = ModuleDirectory.newWorkDirectory("computed");
        Files.writeString(folder.resolve("crates.yaml"), DEFINITION.formatted("Crate", "crates"));
        Files.writeString(folder.resolve("boxes.yaml"), DEFINITION.formatted("Box", "boxes"));
        program = Program.startWith(controlPlane, folder, "computedKinds: true")
                .registered("ask.example.com", "v1")
                .registered("computed.chartroom.dev", "v1alpha1");
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @Test
    void reviewNamesExactlyTheKindsThatTheUserMayCreate() {
        namespace("ask-kinds");
        grant("ask-kinds", "kim", "create", "crates.ask.example.com");

        JsonObject status = review("ask-kinds", "kim");

        assertThat(status.arrayOrEmpty("kinds").objects())
                .extracting(kind -> kind.stringOrEmpty("resource"), kind -> kind.stringOrEmpty("description"))
                .containsExactly(tuple("crates", "A Crate."));
        assertThat(mayCreate("ask-kinds", "kim", "crates")).isTrue();
        assertThat(mayCreate("ask-kinds", "kim", "boxes")).isFalse();
    }

    @Test
    void reviewShowsWhatAQuotaHasLeft() {
        namespace("ask-quota");
        grant("ask-quota", "kim", "create", "crates.ask.example.com");
        kubectl().succeed("create", "quota", "few", "-n", "ask-quota", "--hard=" + COUNT + "=3");
        Awaitility.await("the object that the quota counts")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    // The quota controller may discover the kind late.
                    use("ask-quota", "few", COUNT, "0");
                    return kubectl()
                                    .runWithInput(crate("ask-quota", "a", "{}"), "create", "-f", "-")
                                    .exitCode()
                            == 0;
                });

        Awaitility.await("the charged quota")
                .untilAsserted(() -> assertThat(review("ask-quota", "kim")
                                .arrayOrEmpty("kinds")
                                .objects()
                                .getFirst()
                                .arrayOrEmpty("quotas"))
                        .isEqualTo(json("[{\"name\":\"few\",\"resource\":\"" + COUNT
                                + "\",\"hard\":\"3\",\"used\":\"1\",\"left\":\"2\"}]")));
    }

    @Test
    void previewShowsTheObjectAndStoresNothing() {
        namespace("ask-new");
        grant("ask-new", "kim", "create", "crates.ask.example.com");

        JsonObject status = preview("ask-new", "kim", crate("ask-new", "a", "{colour: red}"));

        assertThat(status.without("object").without("costs"))
                .isEqualTo(json("{\"allowed\":true,\"operation\":\"Create\",\"changes\":[],"
                        + "\"warnings\":[\"unknown field \\\"spec.colour\\\"\"]}"));
        assertThat(status.objectOrEmpty("object").objectOrEmpty("spec").toString())
                .isEqualTo("{\"size\":1}");
        assertThat(kubectl().succeed("get", "crates,helmreleases", "-n", "ask-new", "-o", "name"))
                .isEmpty();
    }

    @Test
    void onlyAUserWhoMayGetTheReleaseSeesIt() {
        namespace("ask-release");
        grant("ask-release", "kim", "create,get,update", "crates.ask.example.com");
        kubectl().succeedWithInput(crate("ask-release", "a", "{size: 2}"), "create", "-f", "-");
        kubectl()
                .succeed(
                        "patch",
                        "helmrelease",
                        "crates-a",
                        "-n",
                        "ask-release",
                        "--type=merge",
                        "-p",
                        "{\"spec\": {\"values\": {\"_hidden\": \"kept\"}}}");
        assertThat(preview("ask-release", "kim", crate("ask-release", "a", "{size: 3}"))
                        .has("release"))
                .isFalse();
        grant("ask-release", "lee", "create,get,update", "crates.ask.example.com");
        grant("ask-release", "lee", "get", "helmreleases.helm.toolkit.fluxcd.io");

        JsonObject existing = preview("ask-release", "lee", crate("ask-release", "a", "{size: 3}"));
        JsonObject other = preview("ask-release", "lee", crate("ask-release", "b", "{size: 3}"));

        assertThat(existing.objectOrEmpty("release").objectOrEmpty("spec").objectOrEmpty("values"))
                .isEqualTo(json("{\"size\":3,\"_hidden\":\"kept\"}"));
        assertThat(existing.arrayOrEmpty("changes"))
                .isEqualTo(json("[{\"path\":\"spec.size\",\"before\":2,\"after\":3}]"));
        assertThat(other.objectOrEmpty("release").objectOrEmpty("metadata").stringOrEmpty("name"))
                .isEqualTo("crates-b");
        assertThat(kubectl().succeed("get", "crate", "a", "-n", "ask-release", "-o", "jsonpath={.spec.size}"))
                .isEqualTo("2");
    }

    @Test
    void costsOfAllKindsOfTheGroupTogetherAreLimited() {
        namespace("ask-cost");
        grant("ask-cost", "kim", "create,get,update,delete", "crates.ask.example.com");
        kubectl().succeed("create", "quota", "cpus", "-n", "ask-cost", "--hard=" + CPU + "=10");
        Awaitility.await("the limit that the quota controller takes over")
                .until(() -> kubectl()
                        .succeed("get", "quota", "cpus", "-n", "ask-cost", "-o", "jsonpath={.status.hard}")
                        .contains(CPU));
        kubectl().succeedWithInput(crate("ask-cost", "a", "{size: 3}"), "create", "-f", "-");

        JsonObject large = preview("ask-cost", "kim", crate("ask-cost", "b", "{size: 3}"));
        JsonObject small = preview("ask-cost", "kim", crate("ask-cost", "b", "{size: 2}"));

        assertThat(large.objectOrEmpty("error").stringOrEmpty("message"))
                .isEqualTo("crates.ask.example.com \"b\" is forbidden: exceeded quota: cpus, requested: " + CPU
                        + "=6, used: " + CPU + "=6, limited: " + CPU + "=10");
        assertThat(small.arrayOrEmpty("costs"))
                .isEqualTo(
                        json("[{\"name\":\"cpu\",\"description\":\"CPUs of all replicas.\",\"value\":4,\"resource\":\""
                                + CPU + "\"}]"));
        assertThat(create(crate("ask-cost", "b", "{size: 2}").replace("Crate", "Box")))
                .isZero();
        assertThat(create(crate("ask-cost", "c", "{}"))).isNotZero();
        assertThat(used("ask-cost", "cpus")).isEqualTo("10");
        assertThat(kubectl()
                        .run("patch", "crate", "a", "-n", "ask-cost", "--type=merge", "-p", "{\"spec\":{\"size\":4}}")
                        .exitCode())
                .isNotZero();
        kubectl().succeed("patch", "crate", "a", "-n", "ask-cost", "--type=merge", "-p", "{\"spec\":{\"size\":2}}");
        assertThat(create(crate("ask-cost", "c", "{}"))).isZero();
        kubectl().succeed("delete", "box", "b", "-n", "ask-cost");
        assertThat(create(crate("ask-cost", "d", "{size: 2}"))).isZero();
        assertThat(create(crate("ask-cost", "e", "{}"))).isNotZero();
        assertThat(review("ask-cost", "kim")
                        .arrayOrEmpty("kinds")
                        .objects()
                        .getFirst()
                        .arrayOrEmpty("quotas"))
                .contains(json("{\"name\":\"cpus\",\"resource\":\"" + CPU
                        + "\",\"hard\":\"10\",\"used\":\"10\",\"left\":\"0\"}"));
    }

    @Test
    void pluginPrintsTheAnswers() {
        namespace("ask-plugin");
        kubectl().succeed("create", "quota", "cpus", "-n", "ask-plugin", "--hard=" + CPU + "=10");
        Awaitility.await("the limit that the quota controller takes over")
                .until(() -> kubectl()
                        .succeed("get", "quota", "cpus", "-n", "ask-plugin", "-o", "jsonpath={.status.hard}")
                        .contains(CPU));
        kubectl().succeedWithInput(crate("ask-plugin", "a", "{size: 3}"), "create", "-f", "-");
        KubectlPlugin plugin = KubectlPlugin.install(kubectl(), "ask-plugin");

        assertThat(plugin.run("kinds").out()).isEqualTo("""
                KIND    RESOURCE                 LEFT             COSTS   DESCRIPTION
                Box     boxes.ask.example.com    4 of 10 (cpus)   cpu=2   A Box.
                Crate   crates.ask.example.com   4 of 10 (cpus)   cpu=2   A Crate.
                """);
        KubectlPlugin.Result update =
                plugin.runWithInput(crate("ask-plugin", "a", "{size: 5, password: new, colour: red}"), "preview", "-");
        assertThat(update.err()).isEmpty();
        assertThat(update.out()).isEqualTo("""
                The object can be updated.
                Warning: unknown field "spec.colour"
                spec.size: 3 -> 5
                spec.password: (none) -> new
                Cost cpu: 10
                """);
        assertThat(update.exitCode()).isZero();
        KubectlPlugin.Result rejected =
                plugin.runWithInput("---\n" + crate("ask-plugin", "b", "{size: 3}"), "preview", "-");
        assertThat(rejected.out())
                .isEqualTo("Rejected: crates.ask.example.com \"b\" is forbidden: exceeded quota: cpus, requested: "
                        + CPU + "=6, used: " + CPU + "=6, limited: " + CPU + "=10\n");
        assertThat(rejected.exitCode()).isOne();
        assertThat(plugin.runWithInput(
                                crate("ask-plugin", "b", "{}"), "preview", "-", "-o", "jsonpath={.status.allowed}")
                        .out())
                .isEqualTo("true");
        assertThat(plugin.run("kinds", "-n", "ask-plugin", "-o", "jsonpath={.status.kinds[*].kind}")
                        .out())
                .isEqualTo("Box Crate");
    }

    @Test
    void optionsAreTheNamesThatTheUserMayList() {
        namespace("ask-options");
        kubectl().succeedWithInput("""
                        apiVersion: storage.k8s.io/v1
                        kind: StorageClass
                        metadata:
                          name: fast
                          annotations: {storageclass.kubernetes.io/is-default-class: "true"}
                        provisioner: example.com/disk
                        """, "create", "-f", "-");
        kubectl().succeedWithInput(crate("ask-options", "a", "{}").replace("Crate", "Box"), "create", "-f", "-");
        grant("ask-options", "kim", "create", "crates.ask.example.com");
        grant("ask-options", "kim", "get,list", "applicationoptions.computed.chartroom.dev");

        assertThat(options("kim")).isEqualTo("""
                        spec.storageClass: , you may not list storage classes
                        spec.box: , you may not list boxes.ask.example.com
                        """);
        grant("ask-options", "lee", "create", "crates.ask.example.com");
        grant("ask-options", "lee", "get", "applicationoptions.computed.chartroom.dev");
        grant("ask-options", "lee", "list", "boxes.ask.example.com");
        kubectl()
                .succeed(
                        "create",
                        "role",
                        "names",
                        "-n",
                        "ask-options",
                        "--verb=list",
                        "--resource=applicationoptions.computed.chartroom.dev/storageclasses");
        kubectl().succeed("create", "rolebinding", "names", "-n", "ask-options", "--role=names", "--user=lee");
        Awaitility.await("the right on the names of storage classes")
                .untilAsserted(() -> assertThat(options("lee"))
                        .isEqualTo("spec.storageClass: , the server may not list storage classes\nspec.box: a, \n"));
        kubectl()
                .succeed(
                        "create",
                        "clusterrolebinding",
                        "ask-storage-classes",
                        "--clusterrole=chartroom-storage-classes",
                        "--serviceaccount=chartroom-system:chartroom");
        Awaitility.await("the right of the server")
                .untilAsserted(
                        () -> assertThat(options("lee")).isEqualTo("spec.storageClass: fast, \nspec.box: a, \n"));
        assertThat(options("kim")).startsWith("spec.storageClass: , you may not");
        assertThat(kubectl()
                        .succeed("get", "applicationoptions", "-n", "ask-options", "--no-headers", "--as=kim")
                        .replaceAll(" +", " "))
                .isEqualTo("crates.ask.example.com Crate\n");
        assertThat(kubectl()
                        .run("get", "applicationoptions", "boxes.ask.example.com", "-n", "ask-options", "--as=kim")
                        .stderr())
                .contains("Forbidden");
    }

    private static String options(String user) {
        return kubectl()
                .succeed(
                        "get",
                        "applicationoptions",
                        "crates.ask.example.com",
                        "-n",
                        "ask-options",
                        "--as=" + user,
                        "-o",
                        "jsonpath={range .status.fields[*]}{.path}: {.choices[*].value}, {.message}\n{end}");
    }

    @Test
    void rejectedWriteIsAnAnswer() {
        namespace("ask-rejected");
        grant("ask-rejected", "kim", "create", "crates.ask.example.com");

        JsonObject invalid = preview("ask-rejected", "kim", crate("ask-rejected", "a", "{size: 10}"));
        JsonObject forbidden =
                preview("ask-rejected", "kim", crate("ask-rejected", "a", "{}").replace("Crate", "Box"));

        assertThat(invalid.stringOrEmpty("operation") + " " + invalid.get("allowed"))
                .isEqualTo("Create false");
        assertThat(invalid.objectOrEmpty("error").stringOrEmpty("message"))
                .isEqualTo("Crate.ask.example.com \"a\" is invalid: spec.size: Invalid value: 10: spec.size in body"
                        + " should be less than or equal to 9");
        assertThat(forbidden.objectOrEmpty("error").stringOrEmpty("message"))
                .isEqualTo(
                        "boxes.ask.example.com is forbidden: User \"kim\" cannot create resource \"boxes\" in API group"
                                + " \"ask.example.com\" in the namespace \"ask-rejected\"");
    }

    @Test
    void objectThatTheUserMayNotGetIsNotFound() {
        namespace("ask-hidden");
        grant("ask-hidden", "kim", "create", "crates.ask.example.com");
        kubectl().succeedWithInput(crate("ask-hidden", "a", "{password: secret}"), "create", "-f", "-");

        JsonObject status = preview("ask-hidden", "kim", crate("ask-hidden", "a", "{}"));

        assertThat(status.objectOrEmpty("error").stringOrEmpty("reason")).isEqualTo("AlreadyExists");
        assertThat(status.toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apiVersion: v1\n  kind: Secret",
                "apiVersion: ask.example.com/v2\n  kind: Crate",
                "kind: Crate",
                "apiVersion: computed.chartroom.dev/v1alpha1\n  kind: ApplicationPreview"
            })
    void kindThatIsNotServedIsInvalid(String kind) {
        Kubectl.Result result =
                kubectl().runWithInput("""
                        apiVersion: computed.chartroom.dev/v1alpha1
                        kind: ApplicationPreview
                        metadata: {namespace: default}
                        spec:
                          object:
                            %s
                            metadata: {name: a}
                        """.formatted(kind.replace("\n  ", "\n    ")), "create", "-f", "-");

        assertThat(result.stderr()).contains("is invalid: spec.object.kind: Invalid value");
    }

    @Test
    void questionNeedsItsOwnRight() {
        namespace("ask-right");
        kubectl()
                .succeed(
                        "create", "role", "r", "-n", "ask-right", "--verb=create", "--resource=crates.ask.example.com");
        kubectl().succeed("create", "rolebinding", "r", "-n", "ask-right", "--role=r", "--user=lee");

        assertThat(ask("ask-right", "lee", "SelfSubjectKindsReview", "").stderr())
                .contains("User \"lee\" cannot create resource \"selfsubjectkindsreviews\"");
    }

    @Test
    void kindsAreInDiscoveryAndCanOnlyBeCreated() {
        assertThat(kubectl()
                        .succeed("api-resources", "--api-group=computed.chartroom.dev", "-o", "wide", "--no-headers")
                        .lines()
                        .map(line -> line.replaceAll("\\s+", " ").strip()))
                .containsExactly(
                        "applicationmetrics computed.chartroom.dev/v1alpha1 true ApplicationMetrics get,list",
                        "applicationoptions computed.chartroom.dev/v1alpha1 true ApplicationOptions get,list",
                        "applicationpreviews computed.chartroom.dev/v1alpha1 true ApplicationPreview create",
                        "selfsubjectkindsreviews computed.chartroom.dev/v1alpha1 true SelfSubjectKindsReview create");
        Awaitility.await("the schema that the kube-apiserver has read")
                .untilAsserted(() -> assertThat(kubectl()
                                .run("explain", "applicationpreview.spec.object")
                                .stdout())
                        .contains("The object, with apiVersion, kind and metadata."));
        assertThat(kubectl()
                        .run(
                                "get",
                                "--raw",
                                "/apis/computed.chartroom.dev/v1alpha1/namespaces/default/applicationpreviews")
                        .stderr())
                .contains("MethodNotAllowed");
    }

    @Test
    void namespaceCanBeDeleted() {
        namespace("ask-gone");
        assertThat(kubectl()
                        .run("delete", "namespace", "ask-gone", "--timeout=60s")
                        .exitCode())
                .isZero();
    }

    private static int create(String object) {
        return kubectl().runWithInput(object, "create", "-f", "-").exitCode();
    }

    private static String used(String namespace, String quota) {
        return kubectl()
                .succeed(
                        "get",
                        "quota",
                        quota,
                        "-n",
                        namespace,
                        "-o",
                        "jsonpath={.status.used['" + CPU.replace(".", "\\.") + "']}");
    }

    /** Sets the use in the status of a quota. */
    private static void use(String namespace, String quota, String resource, String used) {
        kubectl()
                .succeed(
                        "patch",
                        "quota",
                        quota,
                        "-n",
                        namespace,
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        "{\"status\": {\"used\": {\"" + resource + "\": \"" + used + "\"}}}");
    }

    private static void namespace(String name) {
        kubectl().succeed("create", "namespace", name);
    }

    /** Grants some verbs on a resource, and the right to ask. */
    private static void grant(String namespace, String user, String verbs, String resource) {
        String name = user + "-" + resource;
        kubectl().succeed("create", "role", name, "-n", namespace, "--verb=" + verbs, "--resource=" + resource);
        kubectl().succeed("create", "rolebinding", name, "-n", namespace, "--role=" + name, "--user=" + user);
        kubectl()
                .run(
                        "create",
                        "role",
                        "ask",
                        "-n",
                        namespace,
                        "--verb=create",
                        "--resource=selfsubjectkindsreviews.computed.chartroom.dev,"
                                + "applicationpreviews.computed.chartroom.dev");
        kubectl().run("create", "rolebinding", "ask-" + user, "-n", namespace, "--role=ask", "--user=" + user);
        Awaitility.await("the right")
                .until(() -> kubectl()
                                .run(
                                        "auth",
                                        "can-i",
                                        verbs.replaceFirst(",.*", ""),
                                        resource,
                                        "-n",
                                        namespace,
                                        "--as=" + user)
                                .exitCode()
                        == 0);
    }

    private static boolean mayCreate(String namespace, String user, String resource) {
        return kubectl()
                        .run("auth", "can-i", "create", resource + ".ask.example.com", "-n", namespace, "--as=" + user)
                        .exitCode()
                == 0;
    }

    private static JsonObject review(String namespace, String user) {
        return status(ask(namespace, user, "SelfSubjectKindsReview", "  group: ask.example.com\n"));
    }

    private static JsonObject preview(String namespace, String user, String object) {
        return status(ask(namespace, user, "ApplicationPreview", "  object:\n" + object.indent(4)));
    }

    private static Kubectl.Result ask(String namespace, String user, String kind, String spec) {
        // As for a SelfSubjectAccessReview, kubectl's own validation needs the right to list CustomResourceDefinitions.
        return kubectl()
                .runWithInput(
                        """
                        apiVersion: computed.chartroom.dev/v1alpha1
                        kind: %s
                        metadata: {namespace: %s}
                        spec:
                        %s""".formatted(kind, namespace, spec),
                        "create",
                        "--validate=false",
                        "-f",
                        "-",
                        "-o",
                        "json",
                        "--as=" + user);
    }

    private static JsonObject status(Kubectl.Result result) {
        assertThat(result.stderr()).isEmpty();
        JsonObject answer = (JsonObject) CODEC.parse(result.stdout().getBytes(StandardCharsets.UTF_8));
        return answer.objectOrEmpty("status");
    }

    private static JsonValue json(String text) {
        return CODEC.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String crate(String namespace, String name, String spec) {
        return """
                apiVersion: ask.example.com/v1
                kind: Crate
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(name, namespace, spec);
    }

    private static Kubectl kubectl() {
        return ControlPlane.shared().kubectl();
    }
}

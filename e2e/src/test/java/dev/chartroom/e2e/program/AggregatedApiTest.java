package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The kinds of the example catalogue, used through a real aggregator with the usual tools. */
@RequiresControlPlane
class AggregatedApiTest {
    private static final String GROUP = "apps.example.com";
    private static final String BASE = "/apis/apps.example.com/v1alpha1";
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable Program program;

    private final Kubectl kubectl = ControlPlane.shared().kubectl();
    private final String namespace = "api-" + NAMESPACES.incrementAndGet();

    @BeforeAll
    static void start() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        program = Program.start(controlPlane, Definitions.EXAMPLES).registered(GROUP, "v1alpha1");
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
    void discoveryIsMergedByTheAggregator() {
        JsonObject condition =
                (JsonObject) JsonClient.object(kubectl.succeed("get", "apiservice", "v1alpha1." + GROUP, "-o", "json"))
                        .objectOrEmpty("status")
                        .arrayOrEmpty("conditions")
                        .get(0);

        assertThat(condition.stringOrEmpty("message")).isEqualTo("all checks passed");
        assertThat(kubectl.succeed("api-versions").lines()).contains(GROUP + "/v1alpha1");
        assertThat(kubectl.succeed("api-resources", "--api-group=" + GROUP))
                .containsPattern("redises\\s+rd\\s+apps.example.com/v1alpha1\\s+true\\s+Redis");
    }

    @Test
    void explainShowsTheSchemaOfTheKind() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> kubectl.run("explain", "redis.spec").exitCode() == 0);

        assertThat(kubectl.succeed("explain", "redis.spec"))
                .contains("GROUP:      apps.example.com", "replicas\t<integer>", "How many Redis servers there are");
        assertThat(kubectl.succeed("explain", "redis.spec.resources.cpu")).contains("Processors, such as 500m.");
    }

    @Test
    void openApiV2IsMergedByTheAggregator() {
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            JsonObject document = JsonClient.object(kubectl.succeed("get", "--raw", "/openapi/v2"));
            assertThat(document.objectOrEmpty("paths").names())
                    .contains(BASE + "/namespaces/{namespace}/redises/{name}");
        });
    }

    @Test
    void kubectlCreatesReadsChangesAndDeletesAnObject() {
        kubectl.succeedWithInput(redis("a", "{replicas: 3}"), "create", "-f", "-");
        assertThat(kubectl.succeed("get", "rd", "-n", namespace, "-o", "name")).isEqualTo("redis.apps.example.com/a\n");
        assertThat(kubectl.succeed("get", "redises", "-n", namespace)
                        .lines()
                        .findFirst()
                        .orElseThrow())
                .matches("NAME\\s+READY\\s+AGE\\s+VERSION\\s*");
        kubectl.succeed("patch", "redis", "a", "-n", namespace, "--type=merge", "-p", "{\"spec\":{\"replicas\":4}}");
        kubectl.succeed(
                "patch",
                "redis",
                "a",
                "-n",
                namespace,
                "--type=json",
                "-p",
                "[{\"op\":\"test\",\"path\":\"/spec/replicas\",\"value\":4},"
                        + "{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":5}]");
        kubectl.succeed("label", "redis", "a", "-n", namespace, "tier=gold");
        assertThat(kubectl.succeed(
                        "get",
                        "redises",
                        "-n",
                        namespace,
                        "-l",
                        "tier=gold",
                        "-o",
                        "jsonpath={.items[*].spec.replicas}"))
                .isEqualTo("5");
        assertThat(kubectl.succeed("describe", "redis", "a", "-n", namespace)).contains("Replicas:   5");
        kubectl.succeedWithInput(redis("a", "{replicas: 7}"), "apply", "-f", "-");
        kubectl.succeedWithInput(redis("a", "{replicas: 7}"), "diff", "-f", "-");
        assertThat(kubectl.run("patch", "redis", "a", "-n", namespace, "-p", "{}")
                        .stderr())
                .contains("application/merge-patch+json");
        kubectl.succeed("delete", "redis", "a", "-n", namespace);
        assertThat(kubectl.run("get", "redis", "a", "-n", namespace).stderr())
                .contains("Error from server (NotFound): redises.apps.example.com \"a\" not found");
    }

    @Test
    void labelAndReplaceDoNotWriteDefaultsIntoTheRelease() {
        kubectl.succeedWithInput(redis("a", "{replicas: 3}"), "create", "-f", "-");
        kubectl.succeed("label", "redis", "a", "-n", namespace, "tier=gold");
        String seen = kubectl.succeed("get", "redis", "a", "-n", namespace, "-o", "yaml");
        assertThat(seen).contains("size: 1Gi", "policy: noeviction");
        kubectl.succeedWithInput(seen, "replace", "-f", "-");

        assertThat(JsonClient.object(kubectl.succeed("get", "helmrelease", "redis-a", "-n", namespace, "-o", "json"))
                        .objectOrEmpty("spec")
                        .get("values"))
                .isEqualTo(JsonClient.object("{\"replicas\":3}"));
    }

    @Test
    void staleUpdateConflicts() {
        kubectl.succeedWithInput(redis("a", "{replicas: 3}"), "create", "-f", "-");
        String old = kubectl.succeed("get", "redis", "a", "-n", namespace, "-o", "yaml");
        kubectl.succeed("patch", "redis", "a", "-n", namespace, "--type=merge", "-p", "{\"spec\":{\"replicas\":4}}");

        Kubectl.Result refused = kubectl.runWithInput(old, "replace", "-f", "-");

        assertThat(refused.stderr())
                .contains("(Conflict)", "Operation cannot be fulfilled on redises.apps.example.com \"a\"");
    }

    @Test
    void watchReportsCreateUpdateAndDelete() {
        kubectl.succeedWithInput(redis("before", "{}"), "create", "-f", "-");
        try (var watching = kubectl.startWatching("get", "redises", "-n", namespace, "-w", "--output-watch-events")) {
            Awaitility.await("the watch is open")
                    .until(() -> watching.lines().stream().anyMatch(line -> line.contains("before")));
            kubectl.succeedWithInput(redis("a", "{}"), "create", "-f", "-");
            kubectl.succeed("label", "redis", "a", "-n", namespace, "tier=gold");
            kubectl.succeed("delete", "redis", "a", "-n", namespace);

            Awaitility.await()
                    .untilAsserted(() -> assertThat(watching.lines().stream().map(line -> line.split("\\s+")[0]))
                            .containsSubsequence("EVENT", "ADDED", "ADDED", "MODIFIED", "DELETED"));
        }
    }

    @Test
    void watchListSendsExistingObjectsThenABookmark() {
        kubectl.succeedWithInput(redis("a", "{}"), "create", "-f", "-");
        kubectl.succeedWithInput(redis("b", "{}"), "create", "-f", "-");

        String frames = kubectl.succeed(
                "get",
                "--raw",
                BASE + "/namespaces/" + namespace
                        + "/redises?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                        + "&allowWatchBookmarks=true&timeoutSeconds=3");

        List<String> events = new ArrayList<>();
        for (String line : frames.strip().lines().toList()) {
            JsonObject event = JsonClient.object(line.strip());
            JsonObject metadata = event.objectOrEmpty("object").objectOrEmpty("metadata");
            events.add(event.stringOrEmpty("type") + " " + metadata.stringOrEmpty("name")
                    + metadata.objectOrEmpty("annotations").stringOrEmpty("k8s.io/initial-events-end"));
        }
        assertThat(events.subList(0, 2)).containsExactlyInAnyOrder("ADDED a", "ADDED b");
        assertThat(events.get(2)).isEqualTo("BOOKMARK true");
    }

    @Test
    void tooDeeplyNestedObjectIsRefused() {
        String spec = "{\"a\":".repeat(98) + "{}" + "}".repeat(98);

        assertThat(kubectl.runWithInput(
                                "{\"metadata\":{\"name\":\"deep\"},\"spec\":{\"x\":%s}}".formatted(spec),
                                "create",
                                "--raw",
                                BASE + "/namespaces/" + namespace + "/redises",
                                "-f",
                                "-")
                        .stderr())
                .contains("the body exceeds a limit");
    }

    @Test
    void listIsServedInPages() {
        for (String name : List.of("a", "b", "c")) {
            kubectl.succeedWithInput(redis(name, "{}"), "create", "-f", "-");
        }

        assertThat(kubectl.succeed("get", "redises", "-n", namespace, "--chunk-size=1", "-o", "name")
                        .lines())
                .hasSize(3);
        JsonArray items = JsonClient.object(
                        kubectl.succeed("get", "--raw", BASE + "/namespaces/" + namespace + "/redises?limit=2"))
                .arrayOrEmpty("items");
        assertThat(items.values()).hasSize(2);
    }

    @RequiresControlPlane(controllers = true)
    @Test
    void deletingANamespaceDeletesItsObjects() {
        kubectl.succeedWithInput(redis("a", "{}"), "create", "-f", "-");

        kubectl.succeed("delete", "namespace", namespace, "--timeout=50s");

        assertThat(kubectl.run("get", "namespace", namespace).stderr()).contains("(NotFound)");
    }

    @RequiresControlPlane(controllers = true)
    @Test
    void garbageCollectorDeletesObjectWhoseOwnerIsDeleted() {
        kubectl.succeed("create", "configmap", "owner", "-n", namespace);
        String uid = kubectl.succeed("get", "configmap", "owner", "-n", namespace, "-o", "jsonpath={.metadata.uid}");
        kubectl.succeedWithInput("""
                apiVersion: apps.example.com/v1alpha1
                kind: Redis
                metadata:
                  name: owned
                  namespace: %s
                  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s}]
                spec: {}
                """.formatted(namespace, uid), "create", "-f", "-");

        kubectl.succeed("delete", "configmap", "owner", "-n", namespace);

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> kubectl.run("get", "redis", "owned", "-n", namespace)
                        .stderr()
                        .contains("(NotFound)"));
    }

    private String redis(String name, String spec) {
        return """
                apiVersion: apps.example.com/v1alpha1
                kind: Redis
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(name, namespace, spec);
    }
}

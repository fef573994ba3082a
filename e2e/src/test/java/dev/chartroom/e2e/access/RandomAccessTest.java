package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Users with random rights can do exactly what the kube-apiserver's review allows, and see exactly what they requested.
 * Requests bypass the aggregator, which would refuse some of them itself.
 */
@RequiresControlPlane
class RandomAccessTest {
    private static final String GROUP = "apps.example.com";
    private static final List<String> RESOURCES_AND_STATUS =
            List.of("redises", "postgreses", "redises/status", "postgreses/status");
    private static final List<String> VERBS =
            List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");
    /** Fewer than the limit of concurrent requests per user. */
    private static final int AT_A_TIME = 8;

    /** The stored objects by path. */
    private static final Map<String, String> STORED = new HashMap<>();

    private static @Nullable Program program;
    private static @Nullable HttpClient admin;

    @BeforeAll
    static void start() throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        program = Program.start(controlPlane, Definitions.EXAMPLES).registered(GROUP, "v1alpha1");
        for (String namespace : AccessAction.NAMESPACES) {
            controlPlane.kubectl().succeed("create", "namespace", namespace);
        }
        controlPlane
                .kubectl()
                .apply(AccessAction.NAMESPACES.stream()
                        .flatMap(namespace -> AccessAction.RESOURCES.stream()
                                .flatMap(resource -> AccessAction.NAMES.stream()
                                        .map(name -> AccessAction.object(resource, namespace, name))))
                        .collect(
                                Collectors.joining(",", "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[", "]}")));
        admin = HttpClient.newBuilder()
                .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                .build();
        for (AccessAction action : AccessAction.all()) {
            if (action.method().equals("PUT")) {
                HttpRequest get = HttpRequest.newBuilder(URI.create(controlPlane.url() + action.objectPath()))
                        .build();
                STORED.put(
                        action.objectPath(),
                        admin().send(get, BodyHandlers.ofString()).body());
            }
        }
    }

    @AfterAll
    static void stop() {
        if (admin != null) {
            admin.close();
        }
        if (program != null) {
            program.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void userMayDoExactlyWhatTheAccessReviewAllows(long seed) throws Exception {
        String user = "random-" + seed;
        Random random = new Random(seed);
        StringBuilder manifest = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            manifest.append(randomRights(user, i, random));
        }
        grant(user, manifest.toString());

        assertThat(allowed(user))
                .as("neither all nor nothing")
                .hasSizeBetween(1, AccessAction.all().size() - 1);
    }

    @Test
    void ruleWithAResourceNameRequiresAMatchingFieldSelector() throws Exception {
        String user = "selecting";
        grant(
                user,
                bound(
                        user,
                        0,
                        "access-a",
                        "{apiGroups: [" + GROUP + "], resources: [redises], verbs: [list, watch],"
                                + " resourceNames: [one]}"));

        assertThat(allowed(user))
                .hasSize(3)
                .allSatisfy(action -> assertThat(action.path())
                        .startsWith("/apis/apps.example.com/v1alpha1/namespaces/access-a/redises?")
                        .endsWith("fieldSelector=metadata.name=one"));
    }

    /** Tries all actions, some of them concurrently because watches last a second. Returns the allowed ones. */
    private static List<AccessAction> allowed(String user) throws Exception {
        HttpClient client = running().client(ControlPlane.shared().user(user).identity());
        Map<AccessAction, Future<Boolean>> tried = new LinkedHashMap<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
            for (AccessAction action : AccessAction.all()) {
                tried.put(action, threads.submit(() -> isAllowed(user, client, action)));
            }
        }
        List<AccessAction> allowed = new ArrayList<>();
        for (Map.Entry<AccessAction, Future<Boolean>> each : tried.entrySet()) {
            if (each.getValue().get()) {
                allowed.add(each.getKey());
            }
        }
        return allowed;
    }

    private static boolean isAllowed(String user, HttpClient client, AccessAction action) throws Exception {
        boolean expected = true;
        for (String verb : action.verbs()) {
            expected &= isAllowed(
                    user, verb, GROUP, action.namespace(), action.resource(), action.subresource(), action.onlyName());
        }
        HttpResponse<String> answer = send(client, action);
        assertThat(answer.statusCode())
                .as("%s by %s was answered with %s", action, user, answer.body())
                .isEqualTo(expected ? action.successCode() : 403);
        if (answer.statusCode() == 200 && !action.verbs().contains("delete")) {
            assertShowsWhatIsAskedFor(action, answer.body());
        } else if (answer.statusCode() >= 400) {
            assertThat(JsonClient.object(answer.body()).stringOrEmpty("kind"))
                    .as("%s by %s", action, user)
                    .isEqualTo("Status");
        }
        return expected;
    }

    private static void assertShowsWhatIsAskedFor(AccessAction action, String body) {
        List<String> shown = shown(action, body).map(RandomAccessTest::identity).toList();
        List<String> names = action.onlyName().isEmpty() ? AccessAction.NAMES : List.of(action.onlyName());
        List<String> namespaces = action.namespace().isEmpty() ? AccessAction.NAMESPACES : List.of(action.namespace());
        List<String> asked = namespaces.stream()
                .flatMap(namespace -> names.stream().map(name -> action.kind() + " " + namespace + " " + name))
                .toList();
        // Other namespaces may contain objects of other tests.
        Predicate<String> isOfThisTest = object -> AccessAction.NAMESPACES.contains(object.split(" ", -1)[1]);

        assertThat(shown.stream().filter(isOfThisTest)).as("%s", action).containsExactlyInAnyOrderElementsOf(asked);
        assertThat(shown.stream().filter(isOfThisTest.negate()))
                .as("%s", action)
                .allSatisfy(object -> {
                    assertThat(action.namespace()).isEmpty();
                    assertThat(object).startsWith(action.kind() + " ").endsWith(action.onlyName());
                });
    }

    private static Stream<JsonValue> shown(AccessAction action, String body) {
        return switch (action.verbs().getFirst()) {
            case "list", "deletecollection" -> JsonClient.object(body).arrayOrEmpty("items").values().stream();
            case "watch" ->
                body.lines()
                        .filter(line -> !line.isBlank())
                        .map(line -> JsonClient.object(line).objectOrEmpty("object"));
            default -> Stream.of(JsonClient.object(body));
        };
    }

    private static String identity(JsonValue value) {
        JsonObject object = (JsonObject) value;
        JsonObject metadata = object.objectOrEmpty("metadata");
        return object.stringOrEmpty("kind") + " " + metadata.stringOrEmpty("namespace") + " "
                + metadata.stringOrEmpty("name");
    }

    /** Returns a rule for one namespace or all of them, and for some names or all of them. */
    private static String randomRights(String user, int number, Random random) {
        String namespace = random.nextInt(3) == 0
                ? ""
                : some(AccessAction.NAMESPACES, random).getFirst();
        String rule = "{apiGroups: [" + GROUP + "], resources: " + some(RESOURCES_AND_STATUS, random) + ", verbs: "
                + some(VERBS, random)
                + (random.nextBoolean()
                        ? ""
                        : ", resourceNames: " + some(List.of("one", "two", AccessAction.ABSENT), random))
                + "}";
        return bound(user, number, namespace, rule);
    }

    /** Grants rights, and returns when the authorizer has observed them. */
    private static void grant(String user, String manifest) {
        // Rights are observed in the order of their creation, so this binding is observed last.
        String last = bound(
                user, 9, "", "{apiGroups: [\"\"], resources: [configmaps], resourceNames: [known], verbs: [get]}");
        ControlPlane.shared().kubectl().apply(manifest + last);
        Awaitility.await("the rights of " + user)
                .until(() -> isAllowed(user, "get", "", "", "configmaps", "", "known"));
    }

    private static String bound(String user, int number, String namespace, String rule) {
        String kind = namespace.isEmpty() ? "ClusterRole" : "Role";
        String metadata =
                "{name: " + user + "-" + number + (namespace.isEmpty() ? "" : ", namespace: " + namespace) + "}";
        return """
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %1$s
                metadata: %2$s
                rules: [%3$s]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %1$sBinding
                metadata: %2$s
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %1$s, name: %4$s}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: %5$s}]
                """.formatted(kind, metadata, rule, user + "-" + number, user);
    }

    /** Returns a random subset with at least one element. */
    private static List<String> some(List<String> all, Random random) {
        List<String> chosen = all.stream().filter(_ -> random.nextBoolean()).collect(Collectors.toList());
        return chosen.isEmpty() ? List.of(all.get(random.nextInt(all.size()))) : chosen;
    }

    private static boolean isAllowed(
            String user, String verb, String group, String namespace, String resource, String subresource, String name)
            throws IOException, InterruptedException {
        String review = """
                {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "spec": {"user": "%s",
                 "groups": ["system:authenticated"], "resourceAttributes": {"verb": "%s", "group": "%s",
                 "namespace": "%s", "resource": "%s", "subresource": "%s", "name": "%s"}}}
                """.formatted(user, verb, group, namespace, resource, subresource, name);
        HttpResponse<String> answer = admin().send(
                        HttpRequest.newBuilder(URI.create(ControlPlane.shared().url()
                                        + "/apis/authorization.k8s.io/v1/subjectaccessreviews"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(review))
                                .build(),
                        BodyHandlers.ofString());
        return JsonClient.object(answer.body()).objectOrEmpty("status").isTrue("allowed");
    }

    private static HttpResponse<String> send(HttpClient client, AccessAction action)
            throws IOException, InterruptedException {
        String body = action.body(STORED.getOrDefault(action.objectPath(), ""));
        return client.send(
                HttpRequest.newBuilder(URI.create(running().url() + action.path()))
                        .header("Content-Type", action.contentType())
                        .method(action.method(), BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static Program running() {
        return Objects.requireNonNull(program, "the program is started before all tests");
    }

    private static HttpClient admin() {
        return Objects.requireNonNull(admin, "made before all tests");
    }
}

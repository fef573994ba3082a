package dev.chartroom.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Users with random rights may do exactly what the kube-apiserver's own review says: never more, never less. Asked past
 * the aggregator, which would have refused them itself.
 */
@RequiresControlPlane
class RandomAccessTest {
    private static final String GROUP = "apps.example.com";
    private static final String ROOT = "/apis/apps.example.com/v1alpha1";
    private static final String DRY_RUN = "?dryRun=All";
    private static final List<String> NAMESPACES = List.of("access-a", "access-b");
    private static final List<String> RESOURCES = List.of("redises", "postgreses");
    private static final List<String> NAMES = List.of("one", "two");
    private static final List<String> VERBS =
            List.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");
    private static @Nullable Program program;

    /**
     * What a client can do.
     *
     * @param verbs all that it takes
     * @param query with its question mark
     */
    private record Action(
            String method, String namespace, String resource, String name, String query, List<String> verbs) {

        String path() {
            return ROOT
                    + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                    + "/" + resource
                    + (name.isEmpty() ? "" : "/" + name)
                    + query;
        }
    }

    @BeforeAll
    static void start() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        program = Program.start(controlPlane, Definitions.EXAMPLES).registered(GROUP, "v1alpha1");
        for (String namespace : NAMESPACES) {
            controlPlane.kubectl().succeed("create", "namespace", namespace);
            for (String resource : RESOURCES) {
                NAMES.forEach(name -> controlPlane.kubectl().apply(object(resource, namespace, name)));
            }
        }
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aUserMayDoWhatTheKubeApiserverSaysAndNothingElse(long seed) throws Exception {
        String user = "random-" + seed;
        grant(user, new Random(seed));
        HttpClient client = running().client(ControlPlane.shared().user(user).identity());
        try (HttpClient admin = HttpClient.newBuilder()
                .sslContext(ControlPlane.shared()
                        .admin()
                        .identity()
                        .sslContext(ControlPlane.shared().caPem()))
                .build()) {
            Awaitility.await("the rights of " + user)
                    .until(() -> isAllowed(admin, user, "get", "", "configmaps", "known"));
            int allowed = 0;
            List<Action> actions = actions();
            for (Action action : actions) {
                boolean expected = true;
                for (String verb : action.verbs()) {
                    expected &= isAllowed(admin, user, verb, action.namespace(), action.resource(), action.name());
                }
                int code = send(client, action);
                assertThat(code != 403)
                        .as("%s by %s was answered with %d", action, user, code)
                        .isEqualTo(expected);
                allowed += expected ? 1 : 0;
            }
            assertThat(allowed).as("neither all nor nothing").isBetween(1, actions.size() - 1);
        }
    }

    private static List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        for (String resource : RESOURCES) {
            actions.add(new Action("GET", "", resource, "", "", List.of("list")));
            actions.add(new Action("GET", "", resource, "", "?watch=1&timeoutSeconds=1", List.of("watch")));
            for (String namespace : NAMESPACES) {
                actions.add(new Action("GET", namespace, resource, "", "", List.of("list")));
                actions.add(new Action("GET", namespace, resource, "", "?resourceVersion=0", List.of("list")));
                actions.add(new Action("GET", namespace, resource, "", "?watch=1&timeoutSeconds=1", List.of("watch")));
                actions.add(new Action("POST", namespace, resource, "", DRY_RUN, List.of("create")));
                actions.add(new Action("DELETE", namespace, resource, "", DRY_RUN, List.of("deletecollection")));
                for (String name : NAMES) {
                    actions.add(new Action("GET", namespace, resource, name, "", List.of("get")));
                    actions.add(new Action("GET", namespace, resource, name, "?resourceVersion=0", List.of("get")));
                    actions.add(new Action("PUT", namespace, resource, name, DRY_RUN, List.of("update")));
                    actions.add(new Action("PATCH", namespace, resource, name, DRY_RUN, List.of("patch")));
                    actions.add(new Action("DELETE", namespace, resource, name, DRY_RUN, List.of("delete")));
                }
                // An apply of what is not there creates it.
                actions.add(new Action(
                        "PATCH",
                        namespace,
                        resource,
                        "absent",
                        DRY_RUN + "&fieldManager=test",
                        List.of("patch", "create")));
            }
        }
        return actions;
    }

    /** Some rules in some namespaces, or everywhere, some of them for some names only. */
    private static void grant(String user, Random random) {
        StringBuilder manifest = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            String namespace =
                    random.nextInt(3) == 0 ? "" : some(NAMESPACES, random).getFirst();
            String rule = "{apiGroups: [" + GROUP + "], resources: " + some(RESOURCES, random) + ", verbs: "
                    + some(VERBS, random)
                    + (random.nextBoolean() ? "" : ", resourceNames: " + some(List.of("one", "two", "absent"), random))
                    + "}";
            manifest.append(bound(user, i, namespace, rule));
        }
        // That this one is known shows that the others are, which are older.
        manifest.append(bound(
                user, 3, "", "{apiGroups: [\"\"], resources: [configmaps], resourceNames: [known], verbs: [get]}"));
        ControlPlane.shared().kubectl().apply(manifest.toString());
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

    /** One at least. */
    private static List<String> some(List<String> all, Random random) {
        List<String> chosen = all.stream().filter(_ -> random.nextBoolean()).collect(Collectors.toList());
        return chosen.isEmpty() ? List.of(all.get(random.nextInt(all.size()))) : chosen;
    }

    private static boolean isAllowed(
            HttpClient admin, String user, String verb, String namespace, String resource, String name)
            throws IOException, InterruptedException {
        String group = RESOURCES.contains(resource) ? GROUP : "";
        String review = """
                {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "spec": {"user": "%s",
                 "groups": ["system:authenticated"], "resourceAttributes": {"verb": "%s", "group": "%s",
                 "namespace": "%s", "resource": "%s", "name": "%s"}}}
                """.formatted(user, verb, group, namespace, resource, name);
        HttpResponse<byte[]> answer = admin.send(
                HttpRequest.newBuilder(URI.create(
                                ControlPlane.shared().url() + "/apis/authorization.k8s.io/v1/subjectaccessreviews"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(review))
                        .build(),
                BodyHandlers.ofByteArray());
        JsonObject json = (JsonObject) new JacksonCodec().parse(answer.body());
        return json.objectOrEmpty("status").isTrue("allowed");
    }

    private static int send(HttpClient client, Action action) throws IOException, InterruptedException {
        boolean apply = action.query().contains("fieldManager");
        String type = apply
                ? "application/apply-patch+yaml"
                : action.method().equals("PATCH") ? "application/merge-patch+json" : "application/json";
        String body = switch (action.method()) {
            case "POST" -> object(action.resource(), action.namespace(), "new");
            case "PUT" -> object(action.resource(), action.namespace(), action.name());
            case "PATCH" ->
                apply
                        ? object(action.resource(), action.namespace(), action.name())
                        : "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}";
            default -> "";
        };
        return client.send(
                        HttpRequest.newBuilder(URI.create(running().url() + action.path()))
                                .header("Content-Type", type)
                                .method(action.method(), BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static String object(String resource, String namespace, String name) {
        String kind = resource.equals("redises") ? "Redis" : "Postgres";
        return "{\"apiVersion\": \"apps.example.com/v1alpha1\", \"kind\": " + new JsonString(kind)
                + ", \"metadata\": {\"name\": \"" + name + "\", \"namespace\": \"" + namespace + "\"}, \"spec\": {}}";
    }

    private static Program running() {
        return Objects.requireNonNull(program, "the program is started before all tests");
    }
}

package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Each subresource needs the right on its own name: random roles, and what a SelfSubjectAccessReview says about them. */
@RequiresControlPlane(controllers = true)
class SubresourceRightsTest {
    private static final String GROUP = "subresource-rights.example.com";
    private static final String NAMESPACE = "subresource-rights";
    private static final int ROLES = 25;
    private static final List<String> ACTIONS = List.of("suspend", "resume", "reconcile", "restart", "rollback");
    private static final List<String> VIEWS =
            List.of("history", "values", "resources", "access", "credentials", "manifest", "notes", "log");

    private final Random random = new Random(26);

    @Test
    void requestIsForbiddenExactlyIfAReviewDeniesIt() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        Path folder = ModuleDirectory.newWorkDirectory("subresource-rights");
        Files.writeString(folder.resolve("crates.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: crates.%1$s}
                spec:
                  group: %1$s
                  names: {kind: Crate, plural: crates}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}
                  release: {prefix: crate-, chartRef: {kind: OCIRepository, name: crate}}
                  subresources: {suspend: {}, resume: {}, reconcile: {}, restart: {}, rollback: {}, history: {},
                    values: {}, resources: {}, access: {}, credentials: {secrets: ["*"]}, manifest: {}, notes: {}, log: {}}
                """.formatted(GROUP));
        try (Program _ = Program.start(controlPlane, folder).registered(GROUP, "v1")) {
            JsonClient admin = JsonClient.of(controlPlane, controlPlane.admin());
            Awaitility.await("the kind is served")
                    .until(() -> admin.get(path("")).code() == 200);
            assertThat(admin.post(path(""), JsonClient.object("""
                            {"apiVersion": "%s/v1", "kind": "Crate", "metadata": {"name": "a"}, "spec": {}}
                            """.formatted(GROUP)))
                            .code())
                    .isEqualTo(201);
            int allowed = 0;
            for (int i = 0; i < ROLES; i++) {
                allowed += check(controlPlane, kubectl, "crate-user-" + i);
            }
            // About a fifth of the requests. Otherwise the test would show nothing.
            assertThat(allowed).isBetween(20, ROLES * (ACTIONS.size() + VIEWS.size()) - 20);
        } finally {
            kubectl.run("delete", "crates." + GROUP, "--all", "-n", NAMESPACE, "--timeout=20s");
            kubectl.run("delete", "namespace", NAMESPACE, "--wait=false");
        }
    }

    /** Returns the number of allowed requests of a user with a random role. */
    private int check(ControlPlane controlPlane, Kubectl kubectl, String user) {
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: %1$s, namespace: %2$s}
                rules: [{apiGroups: [''], resources: [configmaps], resourceNames: [granted], verbs: [get]}, %3$s]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: %1$s, namespace: %2$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %1$s}
                subjects: [{kind: User, name: %1$s, apiGroup: rbac.authorization.k8s.io}]
                """.formatted(user, NAMESPACE, rules()));
        JsonClient client = JsonClient.of(controlPlane, controlPlane.user(user));
        Awaitility.await("the kube-apiserver knows the rights of " + user)
                .pollDelay(Duration.ZERO)
                .until(() -> may(client, "get", "", "configmaps", "", "granted"));
        int allowed = 0;
        for (String action : ACTIONS) {
            boolean may = may(client, "create", action);
            JsonObject body = JsonClient.object(action.equals("rollback") ? "{\"revision\": 1}" : "{}");
            assertThat(client.post(path("/a/" + action), body).code() != 403)
                    .as(user + " may create " + action)
                    .isEqualTo(may);
            allowed += may ? 1 : 0;
        }
        for (String view : VIEWS) {
            boolean may = may(client, "get", view);
            assertThat(client.get(path("/a/" + view)).code() != 403)
                    .as(user + " may get " + view)
                    .isEqualTo(may);
            allowed += may ? 1 : 0;
        }
        return allowed;
    }

    private static boolean may(JsonClient client, String verb, String subresource) {
        return may(client, verb, GROUP, "crates", subresource, "a");
    }

    private static boolean may(
            JsonClient client, String verb, String group, String resource, String subresource, String name) {
        return client.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", JsonClient.object("""
                        {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "spec":
                          {"resourceAttributes": {"group": "%s", "resource": "%s", "subresource": "%s",
                            "namespace": "%s", "name": "%s", "verb": "%s"}}}
                        """.formatted(
                                group, resource, subresource, NAMESPACE, name, verb)))
                .body()
                .objectOrEmpty("status")
                .isTrue("allowed");
    }

    private String rules() {
        List<String> resources = new ArrayList<>(List.of("crates", "crates/*", "*/notes", "helmreleases", "secrets"));
        ACTIONS.forEach(action -> resources.add("crates/" + action));
        VIEWS.forEach(view -> resources.add("crates/" + view));
        return random.ints(random.nextInt(1, 5), 0, resources.size())
                .mapToObj(i -> "{apiGroups: [%s], resources: ['%s'], verbs: [%s]%s}"
                        .formatted(
                                random.nextInt(8) == 0 ? "other.example.com" : GROUP,
                                resources.get(i),
                                List.of("get", "create", "'get', 'create'", "'*'", "update")
                                        .get(random.nextInt(5)),
                                random.nextInt(4) == 0
                                        ? ", resourceNames: [" + (random.nextBoolean() ? "a" : "b") + "]"
                                        : ""))
                .collect(Collectors.joining(", "));
    }

    private static String path(String rest) {
        return "/apis/" + GROUP + "/v1/namespaces/" + NAMESPACE + "/crates" + rest;
    }
}

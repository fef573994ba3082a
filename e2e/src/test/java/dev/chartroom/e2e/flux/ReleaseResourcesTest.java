package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.controlplane.WorkloadControllers;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.kubelet.Kubelet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A user without a right on workloads sees the objects of a release, and how they are. */
@RequiresControlPlane(controllers = true)
class ReleaseResourcesTest {
    private static final String NAMESPACE = "release-resources";
    private static final String OTHER = "release-resources-other";
    private static final List<String> ROLES =
            List.of("chartroom-helm-records", "chartroom-resources", "chartroom-credentials");
    private static final Map<String, String> CHART =
            Map.of("values.yaml", "web: ready\n", "templates/objects.yaml", """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              replicas: 1
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata:
                  labels: {app: "{{ .Release.Name }}"}
                  annotations: {%1$s: "{{ .Values.web }}"}
                spec: {containers: [{name: main, image: example.com/web}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {selector: {app: "{{ .Release.Name }}"}, ports: [{port: 80}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}-internal"}
            spec: {selector: {app: "{{ .Release.Name }}"}, ports: [{port: 81}]}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Values.secret | default .Release.Name }}-auth"}
            stringData: {password: "of {{ .Release.Name }}"}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-tls"}
            stringData: {key: "never shown"}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}"}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}", namespace: %2$s}
            """.formatted(Kubelet.OUTCOME, OTHER));

    private static Kubectl kubectl;
    private static Kubectl tenant;
    private static Kubelet kubelet;
    private static WorkloadControllers controllers;
    private static FluxNamespace flux;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        assumeThat(controlPlane.kubeApiserverPid()).as("local processes").isPresent();
        kubectl = controlPlane.kubectl();
        tenant = controlPlane.kubectl(controlPlane.user("resources-tenant"));
        kubelet = Kubelet.start(controlPlane);
        controllers = controlPlane.startWorkloadControllers();
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        kubectl.succeed("create", "namespace", OTHER);
        flux.publish("note", "1.0.0", CHART);
        flux.serve(flux.definition("Mill", "{web: {type: string}, secret: {type: string}}", "retryInterval: 1s")
                + "  subresources: {resources: {related: [{apiVersion: batch/v1, kind: Job, labels: {of: $(release)},"
                + " create: {metadata: {generateName: of-, labels: {of: $(release)}}}}]}, access: {include: [{kind: Service, name: 'mill-*'}, {kind: Ingress}]},"
                + " credentials: {secrets: ['*-auth'], owned: [{kind: Deployment, secret: '*-app'},"
                + " {kind: Service, secret: '*-svc'}]}}\n");
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: resources-tenant, namespace: %1$s}
                rules:
                  - apiGroups: [%2$s]
                    resources: [mills/resources, mills/access, mills/credentials]
                    verbs: [get]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: resources-tenant, namespace: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: resources-tenant}
                subjects: [{kind: User, name: resources-tenant, apiGroup: rbac.authorization.k8s.io}]
                """.formatted(NAMESPACE, flux.group()));
        for (String role : ROLES) {
            kubectl.succeed(
                    "create",
                    "clusterrolebinding",
                    "resources-test-" + role,
                    "--clusterrole=" + role,
                    "--serviceaccount=chartroom-system:chartroom");
        }
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            ROLES.forEach(role -> kubectl.run("delete", "clusterrolebinding", "resources-test-" + role));
            flux.close();
            kubectl.run("delete", "namespace", OTHER, "--wait=false");
        }
        if (controllers != null) {
            controllers.close();
        }
        if (kubelet != null) {
            kubelet.close();
        }
    }

    /** The forged Pod has the labels of the Deployment's Pods, and of what Helm installs. */
    @Test
    void objectsOfTheManifestAndTheirOwnAreShown() {
        flux.create("Mill", "old", "");
        flux.awaitReady("mill", "old");
        kubectl.succeedWithInput("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: forged
                  namespace: %s
                  labels: {app: elsewhere, app.kubernetes.io/managed-by: Helm}
                  annotations: {meta.helm.sh/release-name: mill-old, meta.helm.sh/release-namespace: %s}
                spec: {containers: [{name: main, image: example.com/web}]}
                """.formatted(NAMESPACE, NAMESPACE), "create", "-f", "-");

        flux.soon("all objects")
                .untilAsserted(() -> assertThat(resources(tenant, "old"))
                        .containsExactlyInAnyOrder(
                                "Secret mill-old-auth Unknown",
                                "Secret mill-old-tls Unknown",
                                "Service mill-old Current",
                                "Service mill-old-internal Current",
                                "ConfigMap mill-old Current",
                                "Deployment mill-old Current",
                                "ReplicaSet mill-old-* Current of Deployment/mill-old",
                                "Pod mill-old-* Current of ReplicaSet/mill-old-*"));
        assertThat(resources(kubectl, "old")).hasSize(9).contains("ConfigMap mill-old Current in " + OTHER);
    }

    /** The tenant may neither list nor create the related kind. */
    @Test
    void relatedObjectsAreShownToUsersWhoMayListThem() {
        flux.create("Mill", "saved", "");
        flux.awaitReady("mill", "saved");
        for (String name : List.of("saved", "other")) {
            kubectl.succeedWithInput("""
                    apiVersion: batch/v1
                    kind: Job
                    metadata: {name: backup-%1$s, namespace: %2$s, labels: {of: mill-%1$s}}
                    spec:
                      suspend: true
                      template: {spec: {restartPolicy: Never, containers: [{name: main, image: example.com/backup}]}}
                    """.formatted(name, NAMESPACE), "create", "-f", "-");
        }

        JsonObject all = JsonClient.object(kubectl.succeed("get", "--raw", path("saved", "resources")));
        assertThat(all.arrayOrEmpty("resources").objects())
                .filteredOn(object -> object.isTrue("related"))
                .singleElement()
                .satisfies(job -> assertThat(job.stringOrEmpty("name")).isEqualTo("backup-saved"));
        JsonObject template = all.arrayOrEmpty("create").objects().getFirst();
        assertThat(template.stringOrEmpty("kind")).isEqualTo("Job");
        assertThat(template.objectOrEmpty("metadata").objectOrEmpty("labels").stringOrEmpty("of"))
                .isEqualTo("mill-saved");
        assertThat(tenant.succeed("get", "--raw", path("saved", "resources")))
                .doesNotContain("related", "backup-saved", "generateName")
                .contains("\"create\":[]");
    }

    @Test
    void missingAndUnreadyObjectsSaySo() {
        flux.create("Mill", "new", "");
        flux.awaitReady("mill", "new");
        kubectl.succeed("delete", "configmap", "mill-new", "-n", NAMESPACE);
        flux.patch("deployment", "mill-new", """
                {"spec": {"template": {"metadata": {"annotations": {"%s": "running"}}}}}
                """.formatted(Kubelet.OUTCOME));

        flux.soon("the new state")
                .untilAsserted(() -> assertThat(resources(tenant, "new"))
                        .contains("ConfigMap mill-new NotFound", "Deployment mill-new InProgress"));
        assertThat(tenant.succeed("get", "--raw", path("new", "resources"))).contains("the cluster has no such object");
    }

    @Test
    void addressesAndNamedSecretsAreShown() {
        flux.create("Mill", "open", "");
        flux.awaitReady("mill", "open");

        assertThat(tenant.succeed("get", "--raw", path("open", "access")))
                .contains("\"address\":\"mill-open." + NAMESPACE + ".svc:80\",\"scope\":\"cluster\"")
                .contains("mill-open-internal." + NAMESPACE + ".svc:81");
        JsonObject credentials = JsonClient.object(tenant.succeed("get", "--raw", path("open", "credentials")));
        assertThat(credentials.arrayOrEmpty("secrets").objects())
                .singleElement()
                .satisfies(secret -> {
                    assertThat(secret.stringOrEmpty("name")).isEqualTo("mill-open-auth");
                    assertThat(Base64.getDecoder()
                                    .decode(secret.objectOrEmpty("data").stringOrEmpty("password")))
                            .asString(StandardCharsets.UTF_8)
                            .isEqualTo("of mill-open");
                });
        // The table has the keys only.
        assertThat(kubectl.succeed("get", "mill", "open", "-n", NAMESPACE, "--subresource=credentials"))
                .contains("mill-open-auth", "password")
                .doesNotContain("of mill-open", "never shown");
    }

    /** Operators make such Secrets. A reference that is not the controller's is not an operator's. */
    @Test
    void secretThatAnObjectOfTheReleaseOwnsIsShown() {
        flux.create("Mill", "owning", "");
        flux.awaitReady("mill", "owning");
        for (String kind : List.of("deployment", "service")) {
            kubectl.succeedWithInput(
                    """
                    apiVersion: v1
                    kind: Secret
                    metadata:
                      name: mill-owning-%1$s
                      namespace: %2$s
                      ownerReferences:
                        - {apiVersion: %3$s, kind: %4$s, name: mill-owning, uid: %5$s, controller: %6$s}
                    stringData: {password: "made for %4$s"}
                    """.formatted(
                                    kind.equals("deployment") ? "app" : "svc",
                                    NAMESPACE,
                                    kind.equals("deployment") ? "apps/v1" : "v1",
                                    kind.equals("deployment") ? "Deployment" : "Service",
                                    flux.get(kind, "mill-owning", "{.metadata.uid}"),
                                    kind.equals("deployment")),
                    "create",
                    "-f",
                    "-");
        }

        assertThat(JsonClient.object(tenant.succeed("get", "--raw", path("owning", "credentials")))
                        .arrayOrEmpty("secrets")
                        .objects())
                .extracting(secret -> secret.stringOrEmpty("name"))
                .containsExactlyInAnyOrder("mill-owning-auth", "mill-owning-app");
    }

    /** Flux lets the second release take over the Secret of the first. It must not see what the first put there. */
    @Test
    void keysOfTheFormerOwnerAreNotShown() {
        flux.create("Mill", "victim", "");
        flux.awaitReady("mill", "victim");
        kubectl.succeed(
                "patch",
                "secret",
                "mill-victim-auth",
                "-n",
                NAMESPACE,
                "--type=merge",
                "-p",
                "{\"stringData\": {\"generated\": \"by a controller\"}}");
        flux.create("Mill", "thief", "secret: mill-victim");
        flux.awaitReady("mill", "thief");

        flux.soon("the Secret belongs to the thief")
                .untilAsserted(() -> assertThat(tenant.succeed("get", "--raw", path("thief", "credentials")))
                        .contains("mill-victim-auth"));
        assertThat(tenant.succeed("get", "--raw", path("thief", "credentials"))).doesNotContain("generated");
        assertThat(tenant.succeed("get", "--raw", path("victim", "credentials")))
                .doesNotContain("mill-victim-auth");
        assertThat(flux.get("secret", "mill-victim-auth", "{.data.generated}")).isNotEmpty();
    }

    private static List<String> resources(Kubectl user, String name) {
        JsonObject answer = JsonClient.object(user.succeed("get", "--raw", path(name, "resources")));
        return answer.arrayOrEmpty("resources").objects().stream()
                .map(resource -> resource.stringOrEmpty("kind") + " " + text(resource, "name") + " "
                        + resource.stringOrEmpty("status")
                        + (resource.has("owner") ? " of " + text(resource, "owner") : "")
                        + (resource.stringOrEmpty("namespace").equals(NAMESPACE)
                                ? ""
                                : " in " + resource.stringOrEmpty("namespace")))
                .toList();
    }

    /** Returns a name with an asterisk for what the cluster generated. */
    private static String text(JsonObject resource, String field) {
        return resource.stringOrEmpty(field).replaceFirst("(mill-[a-z]+-)(?!auth|tls|internal).+", "$1*");
    }

    private static String path(String name, String view) {
        return "/apis/" + flux.group() + "/v1/namespaces/" + NAMESPACE + "/mills/" + name + "/" + view;
    }
}

package dev.chartroom.e2e.store;

import static dev.chartroom.e2e.harness.JsonClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.patch.MergePatch;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.JsonClient.Reply;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rights that {@code deploy/release-policy.yaml} leaves to the server's service account. The test installs a copy
 * of the policy for its own service account and list of sources.
 */
@RequiresControlPlane
class ReleasePolicyTest {
    private static final String GROUP = "policy.example.com";
    private static final String TENANT = "policy-tenant";
    private static final String OWN = "policy-system";
    private static final String SOURCES = """
            data:
              sources: |
                OCIRepository/charts/redis
                  HelmRepository/charts/*
                OCIRepository/*/of-the-namespace
              serviceAccounts: |
                tenant
                  other-tenant
            """;
    private static final JsonObject RELEASE = object("""
            {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease",
             "metadata": {"name": "redis-a", "namespace": "policy-tenant", "labels": {
               "policy.example.com/application.group": "policy.example.com",
               "policy.example.com/application.kind": "Redis", "policy.example.com/application.name": "a"}},
             "spec": {"interval": "5m", "serviceAccountName": "tenant",
               "chartRef": {"kind": "OCIRepository", "namespace": "charts", "name": "redis"}}}
            """);
    private static final JsonObject FENCE = object("""
            {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease",
             "metadata": {"name": "chartroom-fence-a", "namespace": "policy-system"},
             "spec": {"interval": "5m", "suspend": true, "chartRef": {"kind": "OCIRepository", "name": "none"}}}
            """);

    private static @Nullable JsonClient server;
    private static @Nullable JsonClient admin;
    private static @Nullable User serviceAccount;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.server(); // creates its ClusterRole
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.apply(policy());
        kubectl.apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: policy-system}
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: policy-tenant}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: policy-chartroom}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: chartroom}
                subjects: [{kind: ServiceAccount, name: chartroom, namespace: policy-system}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: policy-chartroom-quotas}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: chartroom-quotas}
                subjects: [{kind: ServiceAccount, name: chartroom, namespace: policy-system}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: policy-auth-delegator}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "system:auth-delegator"}
                subjects: [{kind: ServiceAccount, name: chartroom, namespace: policy-system}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: policy-authentication-reader, namespace: kube-system}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: extension-apiserver-authentication-reader}
                subjects: [{kind: ServiceAccount, name: chartroom, namespace: policy-system}]
                """);
        serviceAccount = controlPlane.user(
                "system:serviceaccount:" + OWN + ":chartroom",
                "system:serviceaccounts",
                "system:serviceaccounts:" + OWN);
        server = JsonClient.of(controlPlane, serviceAccount);
        admin = JsonClient.of(controlPlane, controlPlane.admin());
        JsonObject unlabelled = edited("{\"metadata\": {\"labels\": null}}");
        Awaitility.await("the policy to be in force")
                .until(() -> tried(unlabelled).code() == 422 && tried(RELEASE).code() == 201);
    }

    @AfterAll
    static void stop() {
        Kubectl kubectl = ControlPlane.shared().kubectl();
        kubectl.succeed("delete", "validatingadmissionpolicybinding,validatingadmissionpolicy", "policy-releases");
        kubectl.succeed("delete", "helmreleases", "--all", "-n", TENANT);
    }

    /** Returns the shipped policy, changed for another service account. */
    private static String policy() throws IOException {
        String shipped = Files.readString(ModuleDirectory.basedir().resolve("../deploy/release-policy.yaml"));
        String policy = shipped.replace("chartroom-system", OWN)
                .replace("chartroom-policy", "policy-sources")
                .replace("chartroom-releases", "policy-releases")
                .replaceFirst("(?m)^data:\n(  .*\n)+", SOURCES);
        assertThat(policy).contains("HelmRepository/charts/*").doesNotContain("platform-charts");
        return policy;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}
            {"metadata": {"name": null, "generateName": "redis-"}}
            {"metadata": {"labels": {"policy.example.com-x/application.kind": "Other", "tier": "gold"}}}
            {"spec": {"serviceAccountName": "other-tenant", "suspend": true, "values": {"a": 1}}}
            {"spec": {"chartRef": {"namespace": null, "name": "of-the-namespace"}}}
            {"spec": {"chartRef": null, "chart": {"spec": {"chart": "any", "sourceRef": {"kind": "HelmRepository", "namespace": "charts", "name": "any"}}}}}
            """)
    void releaseOfAnApplicationWithAListedSource_isCreated(String edit) {
        Reply reply = tried(edited(edit));

        assertThat(reply.code()).as("%s", reply.body()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"metadata": {"labels": null}} | HelmReleases of its Applications
            {"metadata": {"labels": {"policy.example.com/application.kind": null}}} | HelmReleases of its Applications
            {"metadata": {"labels": {"policy.example.com/application.name": null}}} | HelmReleases of its Applications
            {"metadata": {"labels": {"policy.example.com/application.group": "other.example.com"}}} | HelmReleases of its Applications
            {"spec": {"chartRef": {"name": "evil"}}} | not [OCIRepository/charts/evil]
            {"spec": {"chartRef": {"namespace": "policy-tenant"}}} | not [OCIRepository/policy-tenant/redis]
            {"spec": {"chartRef": {"namespace": null}}} | not [OCIRepository/policy-tenant/redis]
            {"spec": {"chartRef": {"kind": "HelmChart"}}} | not [HelmChart/charts/redis]
            {"spec": {"chartRef": null, "chart": {"spec": {"chart": "a", "sourceRef": {"kind": "HelmRepository", "name": "a"}}}}} | not [HelmRepository/policy-tenant/a]
            {"spec": {"postRenderers": []}} | must not set postRenderers
            {"spec": {"releaseName": "cert-manager"}} | must not set postRenderers, releaseName
            {"spec": {"targetNamespace": "kube-system"}} | must not set postRenderers, releaseName, targetNamespace
            {"spec": {"storageNamespace": "kube-system"}} | must not set postRenderers, releaseName, targetNamespace
            {"spec": {"kubeConfig": {"secretRef": {"name": "of-others"}}}} | must not set postRenderers, releaseName
            {"spec": {"chartRef": {"namespace": "charts/redis", "name": "evil"}}} | not [OCIRepository/charts/redis/evil]
            {"spec": {"serviceAccountName": null}} | lists: tenant, other-tenant
            {"spec": {"serviceAccountName": "admin"}} | lists: tenant, other-tenant
            """)
    void disallowedRelease_isRefusedForTheServerButNotForAnAdmin(String edit, String why) {
        JsonObject release = edited(edit);

        Reply reply = tried(release);

        assertThat(reply.code()).as("%s", reply.body()).isEqualTo(422);
        assertThat(reply.body().stringOrEmpty("message"))
                .contains("policy-releases")
                .contains(why);
        assertThat(admin().post(collection(TENANT) + "?dryRun=All", release).code())
                .isEqualTo(201);
    }

    @Test
    void fence_isAllowedOnlyIfSuspendedAndInTheServersNamespace() {
        JsonObject awake = merged(FENCE, "{\"spec\": {\"suspend\": false}}");

        assertThat(tried(FENCE).code()).isEqualTo(201);
        assertThat(tried(awake).code()).isEqualTo(422);
        assertThat(tried(merged(FENCE, "{\"spec\": {\"suspend\": null}}")).code())
                .isEqualTo(422);
        assertThat(tried(merged(FENCE, "{\"metadata\": {\"namespace\": \"policy-tenant\"}}"))
                        .code())
                .isEqualTo(422);
        assertThat(tried(merged(FENCE, "{\"metadata\": {\"name\": \"fence\"}}")).code())
                .isEqualTo(422);

        JsonObject fence = server().post(collection(OWN), FENCE).body();
        String path = collection(OWN) + "/chartroom-fence-a";
        assertThat(server().put(path, merged(fence, "{\"metadata\": {\"annotations\": {\"a\": \"b\"}}}"))
                        .code())
                .isEqualTo(200);
        assertThat(server().put(path, merged(server().get(path).body(), "{\"spec\": {\"suspend\": false}}"))
                        .code())
                .isEqualTo(422);
        assertThat(server().delete(path).code()).isEqualTo(200);
    }

    /** Otherwise, an update could keep fields that the policy never checked. */
    @Test
    void fence_neverBecomesAReleaseOfAnApplication() {
        JsonObject labelled = merged(
                FENCE,
                "{\"metadata\": {\"labels\": "
                        + RELEASE.objectOrEmpty("metadata").objectOrEmpty("labels")
                        + "}, \"spec\": {\"targetNamespace\": \"kube-system\"}}");
        assertThat(tried(merged(labelled, "{\"spec\": {\"suspend\": false}}")).code())
                .isEqualTo(422);
        JsonObject fence = server().post(collection(OWN), labelled).body();
        String path = collection(OWN) + "/chartroom-fence-a";

        for (String awake : new String[] {"false", "null"}) {
            assertThat(server().put(path, merged(fence, "{\"spec\": {\"suspend\": " + awake + "}}"))
                            .code())
                    .as(awake)
                    .isEqualTo(422);
        }
        assertThat(server().delete(path).code()).isEqualTo(200);
    }

    @Test
    void releaseUpdate_mustKeepIdentityAndSource() {
        JsonObject release = created("kept", "{\"spec\": {\"postRenderers\": [{\"kustomize\": {}}]}}");

        assertThat(updated(release, "{\"spec\": {\"values\": {\"a\": 1}}}").code())
                .isEqualTo(200);
        assertThat(updated(release, "{\"metadata\": {\"labels\": {\"policy.example.com-team\": \"a\"}}}")
                        .code())
                .isEqualTo(200);
        assertThat(updated(release, "{\"spec\": {\"postRenderers\": null}}").code())
                .isEqualTo(200);
        for (String refused : new String[] {
            "{\"metadata\": {\"labels\": null}}",
            "{\"metadata\": {\"labels\": {\"policy.example.com/application.kind\": \"Other\"}}}",
            "{\"spec\": {\"postRenderers\": [{\"kustomize\": {\"patches\": []}}]}}",
            "{\"spec\": {\"targetNamespace\": \"kube-system\"}}",
            "{\"spec\": {\"chartRef\": {\"name\": \"evil\"}}}",
            "{\"spec\": {\"chartRef\": {\"namespace\": null}}}",
            "{\"spec\": {\"serviceAccountName\": null}}",
            "{\"spec\": {\"serviceAccountName\": \"admin\"}}",
            "{\"spec\": {\"releaseName\": \"cert-manager\"}}",
        }) {
            assertThat(updated(release, refused).code()).as(refused).isEqualTo(422);
        }
    }

    /** Otherwise, its finalizers could not be removed. */
    @Test
    void releaseWhoseSourceIsNoLongerListed_isUpdatedAndDeleted() {
        JsonObject release = created("delisted", "{\"spec\": {\"chartRef\": {\"name\": \"former\"}}}");

        assertThat(updated(release, "{\"metadata\": {\"finalizers\": [\"example.com/a\"]}}")
                        .code())
                .isEqualTo(200);
        assertThat(updated(release, "{\"spec\": {\"chartRef\": {\"name\": \"other\"}}}")
                        .code())
                .isEqualTo(422);
        assertThat(updated(release, "{\"spec\": {\"chartRef\": {\"name\": \"redis\"}}}")
                        .code())
                .isEqualTo(200);
        assertThat(server().delete(path(release)).code()).isEqualTo(200);
    }

    @Test
    void chartOfASourceThatIsNoLongerListed_cannotBeChanged() {
        String chart =
                "{\"spec\": {\"chartRef\": null, \"chart\": {\"spec\": {\"chart\": \"a\", \"version\": \"1.0.0\","
                        + " \"sourceRef\": {\"kind\": \"HelmRepository\", \"namespace\": \"former\", \"name\": \"a\"}}}}}";
        JsonObject release = created("delisted-chart", chart);

        assertThat(updated(release, "{\"spec\": {\"values\": {\"a\": 1}}}").code())
                .isEqualTo(200);
        assertThat(updated(release, "{\"spec\": {\"chart\": {\"spec\": {\"version\": \"2.0.0\"}}}}")
                        .code())
                .isEqualTo(422);
        assertThat(server().delete(path(release)).code()).isEqualTo(200);
    }

    /** Earlier versions created such releases. */
    @Test
    void releaseWithoutTheNameLabel_canBeDeleted() {
        JsonObject release =
                created("unnamed", "{\"metadata\": {\"labels\": {\"policy.example.com/application.name\": null}}}");

        assertThat(server().delete(path(release)).code()).isEqualTo(200);
    }

    @Test
    void foreignRelease_isNeitherAdoptedNorDeleted() {
        JsonObject release = created("foreign", "{\"metadata\": {\"labels\": null}}");
        JsonObject labels = RELEASE.objectOrEmpty("metadata").objectOrEmpty("labels");

        assertThat(updated(release, "{\"metadata\": {\"labels\": " + labels + "}}")
                        .code())
                .isEqualTo(422);
        assertThat(server().delete(path(release)).code()).isEqualTo(422);
        assertThat(admin().delete(path(release)).code()).isEqualTo(200);
    }

    /** Otherwise, a stolen token of the server could be used to add a source first. */
    @Test
    void chartSources_areForbiddenToTheServer() {
        String sources = "/api/v1/namespaces/policy-sources/configmaps/chart-sources";
        Reply before = admin().get(sources);
        assertThat(before.code()).isEqualTo(200);

        assertThat(server().get(sources).code()).isEqualTo(403);
        assertThat(server().put(sources, before.body()).code()).isEqualTo(403);
        assertThat(server().mergePatch(sources, "{\"data\": {\"sources\": \"OCIRepository/*/*\"}}")
                        .code())
                .isEqualTo(403);
        assertThat(server().delete(sources).code()).isEqualTo(403);
        assertThat(admin().get(sources).body()).isEqualTo(before.body());
    }

    @Test
    void objectWithAnUnlistedSource_isRefusedWithTheReason() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        Path folder = ModuleDirectory.newWorkDirectory("release-policy");
        Files.writeString(folder.resolve("a.yaml"), definition("Redis", "redis"));
        Files.writeString(folder.resolve("b.yaml"), definition("Evil", "evil"));
        try (Program program = Program.start(controlPlane, serviceAccount().kubeconfig(), folder)
                .registered(GROUP, "v1alpha1")) {
            String objects = "/apis/" + GROUP + "/v1alpha1/namespaces/" + TENANT + "/";

            Reply listed = admin().post(objects + "rediss", object("{\"metadata\": {\"name\": \"b\"}}"));
            Reply unlisted = admin().post(objects + "evils", object("{\"metadata\": {\"name\": \"b\"}}"));

            assertThat(program.port()).isPositive();
            assertThat(listed.code()).as("%s", listed.body()).isEqualTo(201);
            assertThat(admin().get(collection(TENANT) + "/redis-b")
                            .body()
                            .objectOrEmpty("spec")
                            .stringOrEmpty("serviceAccountName"))
                    .isEqualTo("tenant");
            assertThat(unlisted.code()).as("%s", unlisted.body()).isEqualTo(422);
            assertThat(unlisted.body().stringOrEmpty("message")).contains("not [OCIRepository/charts/evil]");
            assertThat(admin().mergePatch(objects + "rediss/b", "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}")
                            .code())
                    .isEqualTo(200);
            assertThat(admin().delete(objects + "rediss/b").code()).isEqualTo(200);
        }
    }

    private static String definition(String kind, String chart) {
        String singular = chart;
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %2$ss.policy.example.com}
                spec:
                  group: policy.example.com
                  names: {kind: %1$s, plural: %2$ss}
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}
                  release:
                    prefix: %2$s-
                    chartRef: {kind: OCIRepository, namespace: charts, name: %2$s}
                    serviceAccountName: tenant
                """.formatted(kind, singular);
    }

    /** Creates a release as the administrator. */
    private static JsonObject created(String name, String edit) {
        Reply reply = admin().post(
                        collection(TENANT), merged(edited(edit), "{\"metadata\": {\"name\": \"redis-" + name + "\"}}"));
        assertThat(reply.code()).as("%s", reply.body()).isEqualTo(201);
        return reply.body();
    }

    /** Dry-runs an update as the server. */
    private static Reply updated(JsonObject release, String edit) {
        return server().put(path(release) + "?dryRun=All", merged(release, edit));
    }

    /** Dry-runs a create as the server. */
    private static Reply tried(JsonObject release) {
        String namespace = release.objectOrEmpty("metadata").stringOrEmpty("namespace");
        return server().post(collection(namespace) + "?dryRun=All", release);
    }

    private static JsonObject edited(String mergePatch) {
        return merged(RELEASE, mergePatch);
    }

    private static JsonObject merged(JsonObject release, String mergePatch) {
        return (JsonObject) MergePatch.apply(release, object(mergePatch));
    }

    private static String path(JsonObject release) {
        return collection(TENANT) + "/" + release.objectOrEmpty("metadata").stringOrEmpty("name");
    }

    private static String collection(String namespace) {
        return "/apis/helm.toolkit.fluxcd.io/v2/namespaces/" + namespace + "/helmreleases";
    }

    private static JsonClient server() {
        return started(server);
    }

    private static JsonClient admin() {
        return started(admin);
    }

    private static User serviceAccount() {
        return started(serviceAccount);
    }

    private static <T> T started(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("it is made before all tests");
        }
        return value;
    }
}

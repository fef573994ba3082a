package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The kinds of core.cozystack.io through the real aggregator, with the real RBAC authorizer. */
@RequiresControlPlane
class TenantViewsTest {
    private static Kubectl kubectl;
    private static Program program;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        Path folder = ModuleDirectory.newWorkDirectory("tenants");
        program = Program.startWith(controlPlane, folder, "cozystackKinds: true")
                .registered("core.cozystack.io", "v1alpha1");
        for (String namespace : List.of("tenant-one", "tenant-two")) {
            kubectl.succeed("create", "namespace", namespace);
            kubectl.apply("""
                    apiVersion: v1
                    kind: Secret
                    metadata:
                      name: shown
                      namespace: %1$s
                      labels: {internal.cozystack.io/tenantresource: "true", team: x}
                    stringData: {password: hush}
                    ---
                    apiVersion: v1
                    kind: Secret
                    metadata: {name: own, namespace: %1$s}
                    stringData: {password: internal}
                    ---
                    apiVersion: helm.toolkit.fluxcd.io/v2
                    kind: HelmRelease
                    metadata:
                      name: etcd
                      namespace: %1$s
                      labels: {internal.cozystack.io/tenantmodule: "true"}
                    spec: {interval: 5m, chartRef: {kind: OCIRepository, name: etcd}, values: {password: internal}}
                    """.formatted(namespace));
        }
        // The roles of Cozystack let every user read all TenantNamespaces.
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: tenant-namespaces}
                rules:
                  - {apiGroups: [core.cozystack.io], resources: [tenantnamespaces], verbs: [get, list]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: tenant-namespaces}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: tenant-namespaces}
                subjects: [{kind: Group, name: "system:authenticated", apiGroup: rbac.authorization.k8s.io}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: tenant, namespace: tenant-one}
                rules:
                  - {apiGroups: [core.cozystack.io], resources: [tenantmodules, tenantsecrets], verbs: [get, list]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: tenant, namespace: tenant-one}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: tenant}
                subjects: [{kind: User, name: tenant-user, apiGroup: rbac.authorization.k8s.io}]
                """);
        Awaitility.await("the rights")
                .until(() -> kubectl.run("get", "tenantmodules", "-n", "tenant-one", "--as=tenant-user")
                                .exitCode()
                        == 0);
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
        kubectl.run("delete", "clusterrolebinding", "tenant-namespaces", "tenant-secrets-test");
        kubectl.run("delete", "clusterrole", "tenant-namespaces");
    }

    @Test
    void tenantSeesOnlyItsNamespace() {
        assertThat(names("get", "tenantnamespaces")).containsExactly("tenantnamespace.core.cozystack.io/tenant-one");
        assertThat(tenant("get", "tenantnamespace", "tenant-two").stderr()).contains("Forbidden");
        assertThat(tenant("get", "tenantnamespace", "default").stderr()).contains("NotFound");
        assertThat(kubectl.succeed("get", "tenantnamespaces", "-o", "name").lines())
                .contains("tenantnamespace.core.cozystack.io/tenant-two")
                .noneMatch(name -> name.endsWith("/default"));
    }

    @Test
    void moduleShowsNoValues() {
        assertThat(names("get", "tenantmodules", "-n", "tenant-one"))
                .containsExactly("tenantmodule.core.cozystack.io/etcd");
        assertThat(tenant("get", "tenantmodule", "etcd", "-n", "tenant-one", "-o", "yaml")
                        .stdout())
                .contains("kind: TenantModule")
                .doesNotContain("internal");
        assertThat(tenant("get", "tenantmodules", "-n", "tenant-two").stderr()).contains("Forbidden");
        assertThat(tenant("get", "helmreleases", "-n", "tenant-one").stderr()).contains("Forbidden");
    }

    @Test
    void secretIsShownOnceTheServerMayReadIt() {
        assertThat(tenant("get", "tenantsecrets", "-n", "tenant-one").stderr())
                .contains("the server has no permission to list secrets");
        kubectl.succeed(
                "create",
                "clusterrolebinding",
                "tenant-secrets-test",
                "--clusterrole=chartroom-tenant-secrets",
                "--serviceaccount=chartroom-system:chartroom");
        Awaitility.await("the right of the server")
                .until(() -> tenant("get", "tenantsecrets", "-n", "tenant-one").exitCode() == 0);

        assertThat(names("get", "tenantsecrets", "-n", "tenant-one"))
                .containsExactly("tenantsecret.core.cozystack.io/shown");
        assertThat(names("get", "tenantsecrets", "-n", "tenant-one", "-l", "team=y"))
                .isEmpty();
        assertThat(tenant(
                                "get",
                                "tenantsecret",
                                "shown",
                                "-n",
                                "tenant-one",
                                "-o",
                                "jsonpath={.data.password} {.metadata.labels}")
                        .stdout())
                .isEqualTo("aHVzaA== {\"team\":\"x\"}");
        assertThat(tenant("get", "tenantsecret", "own", "-n", "tenant-one").stderr())
                .contains("NotFound");
        assertThat(tenant("get", "tenantsecrets", "-n", "tenant-two").stderr()).contains("Forbidden");
        assertThat(tenant("get", "tenantsecrets", "-A").stderr()).contains("Forbidden");
    }

    /** Random roles on single objects. The order of questions and pages is that of the server. */
    @Test
    void listHasExactlyTheModulesThatTheAuthorizerLetsTheUserGet() {
        Random random = new Random(11);
        List<String> modules = new ArrayList<>();
        List<String> granted = new ArrayList<>();
        StringBuilder objects = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            boolean isMarked = i % 4 != 0;
            modules.add("module-" + i);
            if (random.nextBoolean()) {
                granted.add("module-" + i);
            }
            objects.append("""
                    ---
                    apiVersion: helm.toolkit.fluxcd.io/v2
                    kind: HelmRelease
                    metadata: {name: module-%d, namespace: tenant-two, labels: {internal.cozystack.io/tenantmodule: "%s"}}
                    spec: {interval: 5m, chartRef: {kind: OCIRepository, name: etcd}}
                    """.formatted(i, isMarked));
        }
        kubectl.apply(objects.append("""
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: some, namespace: tenant-two}
                rules:
                  - {apiGroups: [core.cozystack.io], resources: [tenantmodules], verbs: [list]}
                  - {apiGroups: [core.cozystack.io], resources: [tenantmodules], resourceNames: %s, verbs: [get]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: some, namespace: tenant-two}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: some}
                subjects: [{kind: User, name: some-user, apiGroup: rbac.authorization.k8s.io}]
                """.formatted(granted)).toString());
        Awaitility.await("the rights")
                .until(() -> may("list", "tenantmodules") && may("get", "tenantmodules/" + granted.getFirst()));

        List<String> listed = kubectl.succeed(
                        "get", "tenantmodules", "-n", "tenant-two", "--chunk-size=3", "-o", "name", "--as=some-user")
                .lines()
                .map(name -> name.replaceFirst(".*/", ""))
                .toList();

        for (String module : modules) {
            assertThat(kubectl.run("get", "tenantmodule", module, "-n", "tenant-two", "--as=some-user")
                                    .exitCode()
                            == 0)
                    .as(module)
                    .isEqualTo(listed.contains(module));
            assertThat(may("get", "tenantmodules/" + module))
                    .as("the right to get " + module)
                    .isEqualTo(granted.contains(module));
        }
        assertThat(listed).isNotEmpty().hasSizeLessThan(granted.size()).allMatch(granted::contains);
    }

    private static boolean may(String verb, String resource) {
        String[] parts = resource.split("/", 2);
        return kubectl.run(
                                "auth",
                                "can-i",
                                verb,
                                parts[0] + ".core.cozystack.io" + (parts.length > 1 ? "/" + parts[1] : ""),
                                "-n",
                                "tenant-two",
                                "--as=some-user")
                        .exitCode()
                == 0;
    }

    @Test
    void viewsCanOnlyBeRead() {
        assertThat(kubectl.succeed("api-resources", "--api-group=core.cozystack.io", "-o", "wide", "--no-headers")
                        .lines()
                        .map(line -> line.replaceAll("\\s+", " ").strip()))
                .containsExactly(
                        "tenantmodules core.cozystack.io/v1alpha1 true TenantModule get,list",
                        "tenantnamespaces core.cozystack.io/v1alpha1 false TenantNamespace get,list",
                        "tenantsecrets core.cozystack.io/v1alpha1 true TenantSecret get,list");
        assertThat(kubectl.run("delete", "tenantmodule", "etcd", "-n", "tenant-one")
                        .stderr())
                .contains("MethodNotAllowed");
        assertThat(kubectl.run("get", "--raw", "/apis/core.cozystack.io/v1alpha1/tenantnamespaces?watch=true")
                        .stderr())
                .contains("MethodNotAllowed");
    }

    private static Kubectl.Result tenant(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--as=tenant-user";
        return kubectl.run(all);
    }

    private static List<String> names(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "-o";
        all[arguments.length + 1] = "name";
        Kubectl.Result result = tenant(all);
        assertThat(result.stderr()
                        .replace("No resources found in tenant-one namespace.", "")
                        .strip())
                .isEmpty();
        return result.stdout().lines().toList();
    }
}

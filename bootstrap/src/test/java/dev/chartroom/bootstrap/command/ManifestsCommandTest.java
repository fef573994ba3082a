package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests without a cluster. ManifestsTest of the module e2e applies the output to one. */
class ManifestsCommandTest {
    private static final String RIGHT = """
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata:
              name: chartroom-apiservices
            rules:
            - apiGroups:
              - apiregistration.k8s.io
              resourceNames:
              - v1.apps.example.com
              resources:
              - apiservices
              verbs:
              - get
              - update
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata:
              name: chartroom-apiservices
            roleRef:
              apiGroup: rbac.authorization.k8s.io
              kind: ClusterRole
              name: chartroom-apiservices
            subjects:
            - kind: ServiceAccount
              name: chartroom
              namespace: chartroom-system
            """;

    @TempDir
    private Path folder;

    private Path kinds;
    private Path config;

    @BeforeEach
    void configuration() throws IOException {
        kinds = Files.createDirectory(folder.resolve("kinds"));
        Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: a, user: {}}]
                contexts: [{name: a, context: {cluster: a, user: a}}]
                current-context: a
                """);
        config = Files.writeString(folder.resolve("config.yaml"), """
                listen: {address: 127.0.0.1, port: 0}
                tls: {certificateFile: tls.crt, keyFile: tls.key}
                kinds: {folders: [kinds]}
                apiServices: [v1.apps.example.com, v1.kitchen.example.com]
                """);
        define("lamps", "Lamp", "apps.example.com");
        define("desks", "Desk", "apps.example.com");
        define("cups", "Cup", "kitchen.example.com");
    }

    @Test
    void apiServiceOfEachVersionIsPrintedWithTheRightToAnnotateIt() {
        CommandRun run = run("apps.example.com");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("""
                ---
                apiVersion: apiregistration.k8s.io/v1
                kind: APIService
                metadata:
                  name: v1.apps.example.com
                spec:
                  group: apps.example.com
                  groupPriorityMinimum: 1000
                  service:
                    name: chartroom
                    namespace: chartroom-system
                    port: 443
                  version: v1
                  versionPriority: 15
                """ + RIGHT);
        assertThat(run().out())
                .contains("- v1.apps.example.com\n  - v1.kitchen.example.com", "name: v1.kitchen.example.com\nspec:");
    }

    @Test
    void apiServiceThatTheConfigurationLacksIsReported() throws IOException {
        define("forks", "Fork", "table.example.com");

        CommandRun run = run();

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .isEqualTo(
                        "chartroom: " + config + ": apiServices lacks v1.table.example.com. No namespace can be deleted"
                                + " while an APIService that it lacks has no valid definition.\n");
        assertThat(run("apps.example.com").err()).isEmpty();
    }

    @Test
    void userRolesAggregateToThoseOfTheCluster() {
        assertThat(run("--user-roles", "apps.example.com").out()).endsWith(RIGHT + """
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata:
                  labels:
                    rbac.authorization.k8s.io/aggregate-to-view: "true"
                  name: chartroom:apps.example.com:view
                rules:
                - apiGroups:
                  - apps.example.com
                  resources:
                  - desks
                  - lamps
                  verbs:
                  - get
                  - list
                  - watch
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata:
                  labels:
                    rbac.authorization.k8s.io/aggregate-to-admin: "true"
                    rbac.authorization.k8s.io/aggregate-to-edit: "true"
                  name: chartroom:apps.example.com:edit
                rules:
                - apiGroups:
                  - apps.example.com
                  resources:
                  - desks
                  - lamps
                  verbs:
                  - create
                  - update
                  - patch
                  - delete
                  - deletecollection
                """);
    }

    @Test
    void serviceAndAuthorityAreThoseOfTheOptions() throws IOException {
        Path authority = Files.writeString(folder.resolve("ca.pem"), "-----BEGIN CERTIFICATE-----\n");

        String out = run("-n", "other", "--service", "web", "--port", "8443", "--ca", authority.toString())
                .out();

        assertThat(out)
                .contains(
                        "  service:\n    name: web\n    namespace: other\n    port: 8443\n",
                        "  name: chartroom\n  namespace: other\n")
                .contains("caBundle: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==");
    }

    @Test
    void refusedDefinitionIsReportedAndTheOthersArePrinted() throws IOException {
        Files.writeString(kinds.resolve("bad.yaml"), "kind: KindDefinition");

        CommandRun run = run();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("v1.apps.example.com");
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("chartroom: ")
                .contains("bad.yaml", ": refused: ");
    }

    @Test
    void wrongGroupOrAuthority_exitsTwoWithOneLine() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");

        assertThat(run("other.example.com"))
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "chartroom: no definition has the group \"other.example.com\"; the groups are"
                                + " apps.example.com, kitchen.example.com\n"));
        assertThat(run("--ca", empty.toString()).err())
                .isEqualTo("chartroom: --ca " + empty + ": there is no certificate in PEM in it\n");
        assertThat(run("--ca", folder.resolve("none").toString()).err())
                .isEqualTo("chartroom: --ca " + folder.resolve("none") + ": does not exist\n");
    }

    private CommandRun run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "manifests",
                "--config",
                config.toString(),
                "--kubeconfig",
                folder.resolve("kubeconfig").toString()));
        all.addAll(List.of(arguments));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private void define(String plural, String kind, String group) throws IOException {
        Files.writeString(kinds.resolve(plural + ".yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %1$s.%3$s}
                spec:
                  group: %3$s
                  names: {kind: %2$s, plural: %1$s}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema: {type: object, properties: {spec: {type: object}}}
                  release: {prefix: %1$s-, chartRef: {kind: OCIRepository, name: lamp}}
                """.formatted(plural, kind, group));
    }
}

package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A user without a right on Secrets sees what Helm has recorded about a release, and rolls it back. The records are those
 * of Helm's own library.
 */
@RequiresControlPlane(controllers = true)
class ReleaseRecordsTest {
    private static final String NAMESPACE = "release-records";
    private static final String BINDING = "release-records-test";
    private static final String SECRET = "s3cret";
    private static final String SECOND_VERSION = """
            - name: v2
              served: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties: {spec: {type: object, properties: {size: {type: integer, default: 2}}}}
              conversion:
                rules:
                  - move: {from: spec.size, to: spec.replicas}
                  - default: {to: spec.password, value: first}
            """.indent(4);
    private static final Map<String, String> CHART = Map.of(
            "values.yaml", "replicas: 2\nimage: {tag: \"7\", pull: Always}\npassword: \"\"\n",
            "templates/objects.yaml", """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}"}
            data: {replicas: "{{ .Values.replicas }}", tag: "{{ .Values.image.tag }}"}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}"}
            stringData: {password: "s3cret-{{ .Values.password }}"}
            """,
            "templates/NOTES.txt", "{{ .Release.Name }} has {{ .Values.replicas }} replicas.\n");

    private static Kubectl kubectl;
    private static Kubectl tenant;
    private static FluxNamespace flux;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        kubectl = controlPlane.kubectl();
        tenant = controlPlane.kubectl(controlPlane.user("records-tenant"));
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        String spec = "{replicas: {type: integer, default: 2}, password: {type: string},"
                + " token: {type: string, format: password},"
                + " image: {type: object, properties: {tag: {type: string}}}}";
        String subresources =
                "  subresources: {rollback: {}, history: {changes: true}, values: {}, manifest: {}, notes: {}}\n";
        flux.serve(
                flux.definition("Stall", spec, "retryInterval: 1s") + subresources,
                flux.definition("Vault", spec, "valuesFrom: [{kind: Secret, name: vault-values}]") + subresources,
                flux.definition(
                                        "Twin",
                                        "{replicas: {type: integer, default: 2}, password: {type: string}}",
                                        "retryInterval: 1s")
                                .replace("  release:", SECOND_VERSION + "  release:")
                        + subresources);
        flux.registerVersion("v2");
        kubectl.apply("""
                apiVersion: v1
                kind: Secret
                metadata: {name: vault-values, namespace: %1$s}
                stringData: {values.yaml: "{password: s3cret-a, s3cret-key: s3cret-b}"}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: records-tenant, namespace: %1$s}
                rules:
                  - apiGroups: [%2$s]
                    resources: [stalls/history, stalls/values, stalls/manifest, stalls/notes]
                    verbs: [get]
                  - apiGroups: [%2$s]
                    resources: [vaults/history, vaults/values, vaults/manifest]
                    verbs: [get]
                  - apiGroups: [%2$s]
                    resources: [stalls/rollback, vaults/rollback]
                    verbs: [create]
                  - apiGroups: [""]
                    resources: [configmaps]
                    verbs: [get]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: records-tenant, namespace: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: records-tenant}
                subjects: [{kind: User, name: records-tenant, apiGroup: rbac.authorization.k8s.io}]
                """.formatted(NAMESPACE, flux.group()));
        allow();
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            kubectl.run("delete", "clusterrolebinding", BINDING);
            flux.close();
        }
    }

    @Test
    void valuesTellTheirSources() {
        flux.create("Stall", "sourced", "image: {tag: '8'}, token: t");
        flux.awaitReady("stall", "sourced");

        JsonObject values = get("stalls", "sourced", "values");

        assertThat(values.arrayOrEmpty("values").objects().stream()
                        .map(value -> value.stringOrEmpty("path") + "=" + value.get("value") + " "
                                + value.stringOrEmpty("source") + (value.isTrue("sensitive") ? " sensitive" : "")))
                .containsExactlyInAnyOrder(
                        "replicas=2 default",
                        "image.tag=\"8\" spec",
                        "image.pull=\"Always\" chart",
                        "token=\"t\" spec sensitive",
                        "password=\"\" chart");
        assertThat(values.isTrue("complete")).isTrue();
        assertThat(values.arrayOrEmpty("valuesFrom").values()).isEmpty();
    }

    @Test
    void manifestHasTheObjectsThatTheUserMayGet() {
        flux.create("Stall", "rendered", "");
        flux.awaitReady("stall", "rendered");

        JsonObject manifest = get("stalls", "rendered", "manifest");

        assertThat(manifest.arrayOrEmpty("objects").objects())
                .extracting(object -> object.stringOrEmpty("kind") + " " + object.stringOrEmpty("name") + " "
                        + object.has("manifest"))
                .containsExactlyInAnyOrder("ConfigMap stall-rendered true", "Secret stall-rendered false");
        assertThat(manifest.toString()).contains("\"replicas\":\"2\"").doesNotContain(SECRET);
        assertThat(JsonClient.object(kubectl.succeed("get", "--raw", path("stalls", "rendered", "manifest")))
                        .toString())
                .contains(SECRET);
    }

    @Test
    void notesNeedTheRightOnTheirName() {
        flux.create("Stall", "noted", "");
        flux.awaitReady("stall", "noted");
        flux.create("Vault", "noted", "");
        flux.awaitReady("vault", "noted");

        assertThat(get("stalls", "noted", "notes").stringOrEmpty("notes")).isEqualTo("stall-noted has 2 replicas.\n");
        assertThat(tenant.run("get", "--raw", path("vaults", "noted", "notes")).stderr())
                .contains("cannot get resource \"vaults/notes\"");
    }

    @Test
    void rollbackIsAnUpdateAndTheHistoryNamesWhatChanged() {
        flux.create("Stall", "rolled", "replicas: 3");
        flux.awaitReady("stall", "rolled");
        flux.patch(
                "stall", "rolled", "{\"spec\": {\"replicas\": 5, \"token\": \"hush\", \"image\": {\"tag\": \"9\"}}}");
        flux.soon("the second revision")
                .untilAsserted(() ->
                        assertThat(flux.configMap("stall-rolled", "replicas")).isEqualTo("5"));
        flux.awaitReady("stall", "rolled");

        assertThat(changed("rolled")).containsExactly("2: spec.replicas spec.token spec.image.tag", "1: ");

        String dryRun = tenant.runWithInput("{\"revision\": 1}", post("stalls", "rolled", "rollback?dryRun=All"))
                .stderr();
        assertThat(dryRun)
                .contains("spec.replicas would change", "spec.token would change", "spec.image.tag would change")
                .doesNotContain(" from ", "hush");
        assertThat(kubectl.runWithInput("{\"revision\": 1}", post("stalls", "rolled", "rollback?dryRun=All"))
                        .stderr())
                .contains(
                        "spec.replicas would change from 5 to 3",
                        "spec.token would change from \"******\" to nothing",
                        "spec.image.tag would change from \"9\" to nothing")
                .doesNotContain("hush");
        assertThat(flux.get("stall", "rolled", "{.spec.replicas}")).isEqualTo("5");

        assertThat(tenant.succeedWithInput("{\"revision\": 1}", post("stalls", "rolled", "rollback")))
                .contains("\"status\":\"Success\"");

        assertThat(flux.get("stall", "rolled", "{.spec}")).isEqualTo("{\"replicas\":3}");
        assertThat(get("stalls", "rolled", "history").arrayOrEmpty("fields").objects())
                .singleElement()
                .satisfies(field -> {
                    assertThat(field.stringOrEmpty("path")).isEqualTo("spec.replicas");
                    assertThat(field.stringOrEmpty("manager")).startsWith("kubectl");
                    assertThat(field.stringOrEmpty("time")).isNotEmpty();
                });
        flux.soon("the third revision")
                .untilAsserted(() ->
                        assertThat(flux.configMap("stall-rolled", "replicas")).isEqualTo("3"));
        flux.awaitReady("stall", "rolled");
        assertThat(changed("rolled"))
                .containsExactly(
                        "3: spec.replicas spec.token spec.image.tag",
                        "2: spec.replicas spec.token spec.image.tag",
                        "1: ");
        assertThat(tenant.runWithInput("{\"revision\": 9}", post("stalls", "rolled", "rollback"))
                        .stderr())
                .contains("its history has no revision 9");
    }

    /** The other version has no password, but the rollback must restore it. */
    @Test
    void rollbackInAnotherVersionRestoresTheWholeSpec() {
        flux.create("Twin", "both", "replicas: 3, password: first");
        flux.awaitReady("twin", "both");
        flux.patch("twins.v1." + flux.group(), "both", "{\"spec\": {\"replicas\": 5, \"password\": \"second\"}}");
        flux.soon("the second revision")
                .untilAsserted(() ->
                        assertThat(flux.configMap("twin-both", "replicas")).isEqualTo("5"));
        flux.awaitReady("twin", "both");
        String[] rollback = post("twins", "both", "rollback?dryRun=All");
        rollback[2] = rollback[2].replace("/v1/", "/v2/");

        assertThat(kubectl.succeedWithInput("{\"revision\": 1}", rollback))
                .contains("\"apiVersion\":\"" + flux.group() + "/v2\"", "\"spec\":{\"size\":3}");
        rollback[2] = rollback[2].replace("?dryRun=All", "");
        kubectl.succeedWithInput("{\"revision\": 1}", rollback);

        assertThat(flux.get("twins.v1." + flux.group(), "both", "{.spec}"))
                .isEqualTo("{\"password\":\"first\",\"replicas\":3}");
    }

    /** The Secret has a field of the schema and another key, and both change. */
    @Test
    void noByteOfASecretIsShown() {
        flux.create("Vault", "sealed", "replicas: 3");
        flux.awaitReady("vault", "sealed");
        flux.patch("vault", "sealed", "{\"spec\": {\"replicas\": 4}}");
        flux.soon("the second revision")
                .untilAsserted(() ->
                        assertThat(flux.configMap("vault-sealed", "replicas")).isEqualTo("4"));
        flux.awaitReady("vault", "sealed");

        JsonObject values = get("vaults", "sealed", "values");
        assertThat(values.isTrue("complete")).isFalse();
        assertThat(values.arrayOrEmpty("valuesFrom").objects())
                .singleElement()
                .satisfies(from -> assertThat(from.stringOrEmpty("name")).isEqualTo("vault-values"));
        assertThat(values.toString()).contains("\"value\":4").doesNotContain(SECRET, "password");
        assertThat(get("vaults", "sealed", "history").arrayOrEmpty("revisions").objects())
                .hasSize(2)
                .noneMatch(revision -> revision.has("changed"));
        assertThat(get("vaults", "sealed", "history").toString()).doesNotContain(SECRET);
        assertThat(get("vaults", "sealed", "manifest").toString()).doesNotContain(SECRET);
        for (String query : List.of("", "?dryRun=All")) {
            assertThat(tenant.runWithInput("{\"revision\": 1}", post("vaults", "sealed", "rollback" + query))
                            .stderr())
                    .contains("its release has values from Secrets or ConfigMaps")
                    .doesNotContain(SECRET);
        }
        assertThat(flux.get("vault", "sealed", "{.spec}")).isEqualTo("{\"replicas\":4}");
    }

    /** Flux does not apply the spec of a suspended release, so the record still has the value of the Secret. */
    @Test
    void guessOfASecretTellsNothing() {
        flux.create("Vault", "guessed", "");
        flux.awaitReady("vault", "guessed");
        flux.patch("helmrelease", "vault-guessed", "{\"spec\": {\"suspend\": true}}");

        flux.patch("vault", "guessed", "{\"spec\": {\"password\": \"s3cret-a\"}}");
        String right = get("vaults", "guessed", "values").toString();
        flux.patch("vault", "guessed", "{\"spec\": {\"password\": \"wrong\"}}");
        String wrong = get("vaults", "guessed", "values").toString();

        assertThat(right.replace("s3cret-a", "wrong")).isEqualTo(wrong);
    }

    /** Otherwise a user who can change a HelmRelease could see the release of another user. */
    @Test
    void releaseThatNamesAnotherShowsNothing() {
        flux.create("Stall", "victim", "");
        flux.awaitReady("stall", "victim");
        flux.create("Stall", "forged", "");
        flux.awaitReady("stall", "forged");
        flux.patch("helmrelease", "stall-forged", """
                {"spec": {"suspend": true, "releaseName": "stall-victim"}}
                """);

        for (String view : List.of("values", "manifest", "notes")) {
            flux.soon(view + " is refused")
                    .untilAsserted(() -> assertThat(tenant.run("get", "--raw", path("stalls", "forged", view))
                                    .stderr())
                            .contains("Helm has no revision of its release"));
        }
    }

    @Test
    void serverNeedsARightOfItsOwn() {
        flux.create("Stall", "guarded", "");
        flux.awaitReady("stall", "guarded");

        kubectl.succeed("delete", "clusterrolebinding", BINDING);
        try {
            flux.soon("the server lacks the right")
                    .untilAsserted(() -> assertThat(tenant.run("get", "--raw", path("stalls", "guarded", "values"))
                                    .stderr())
                            .contains("the server has no permission to get secrets"));
        } finally {
            allow();
        }
    }

    private static void allow() {
        kubectl.succeed(
                "create",
                "clusterrolebinding",
                BINDING,
                "--clusterrole=chartroom-helm-records",
                "--serviceaccount=chartroom-system:chartroom");
    }

    private static List<String> changed(String name) {
        return get("stalls", name, "history").arrayOrEmpty("revisions").objects().stream()
                .map(revision -> revision.get("revision") + ": "
                        + String.join(" ", revision.arrayOrEmpty("changed").strings()))
                .toList();
    }

    private static JsonObject get(String plural, String name, String view) {
        JsonObject[] answer = new JsonObject[1];
        flux.soon(view + " of " + name)
                .untilAsserted(
                        () -> answer[0] = JsonClient.object(tenant.succeed("get", "--raw", path(plural, name, view))));
        return answer[0];
    }

    private static String path(String plural, String name, String view) {
        return "/apis/" + flux.group() + "/v1/namespaces/" + NAMESPACE + "/" + plural + "/" + name + "/" + view;
    }

    private static String[] post(String plural, String name, String action) {
        return new String[] {"create", "--raw", path(plural, name, action), "-f", "-"};
    }
}

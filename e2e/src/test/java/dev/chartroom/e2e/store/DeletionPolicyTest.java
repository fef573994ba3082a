package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The {@code deletion} of a definition, with kubectl. There is no Flux: the tests set its finalizer. */
@RequiresControlPlane
class DeletionPolicyTest {
    private static final String GROUP = "deletion.example.com";
    private static final String API = "/apis/" + GROUP + "/v1/namespaces/";
    private static final String PROTECTION = "chartroom.dev/deletion-protection";
    private static final String IS_PROTECTED =
            "the object is protected from deletion; to delete it, set the annotation " + PROTECTION + "=false";
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private static Kubectl kubectl;
    private static EmbeddedPostgres database;
    private static @Nullable Program program;

    private final String namespace = "deletion-" + NAMESPACES.incrementAndGet();

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        database = PostgresPrograms.builder().start();
        Path folder = ModuleDirectory.newWorkDirectory("deletion");
        define(folder, "Plain", "helmrelease", "{}");
        define(folder, "Kept", "helmrelease", "{policy: retain}");
        define(folder, "Safe", "helmrelease", "{protected: true}");
        define(folder, "Strict", "helmrelease", "{suspended: refuse}");
        define(folder, "Record", "postgres", "{protected: true}");
        program = Program.startWith(
                        controlPlane,
                        folder,
                        "stores: {postgres: {url: \"%s\", user: postgres}}"
                                .formatted(database.getJdbcUrl("postgres", "postgres")))
                .registered(GROUP, "v1");
    }

    private static void define(Path folder, String kind, String store, String deletion) throws IOException {
        String singular = kind.toLowerCase(Locale.ROOT);
        Files.writeString(folder.resolve(singular + ".yaml"), """
                        apiVersion: chartroom.dev/v1alpha1
                        kind: KindDefinition
                        metadata: {name: %1$ss.deletion.example.com}
                        spec:
                          group: deletion.example.com
                          names: {kind: %2$s, plural: %1$ss}
                          store: %3$s
                          deletion: %4$s
                          versions:
                            - name: v1
                              served: true
                              storage: true
                              schema:
                                openAPIV3Schema:
                                  type: object
                                  properties:
                                    spec: {type: object, properties: {size: {type: integer}}}
                          release:
                            prefix: %1$s-
                            chartRef: {kind: OCIRepository, name: chart, namespace: charts}
                        """.formatted(singular, kind, store, deletion));
    }

    @AfterAll
    static void stop() throws IOException {
        if (program != null) {
            program.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @BeforeEach
    void createNamespace() {
        kubectl.succeed("create", "namespace", namespace);
    }

    @Test
    void retainingKindSuspendsTheReleaseBeforeItIsMarkedForDeletion() {
        create("Kept", "a");
        holdByFlux("kept-a");
        String before = release("kept-a", "{.metadata.resourceVersion}");

        assertThat(deleted("kept", "a"))
                .isEqualTo("Warning: the resources of release kept-a stay: the kind retains them\n");

        List<JsonObject> states = changesSince(before, "kept-a");
        assertThat(states).hasSize(2);
        assertThat(states.getFirst().objectOrEmpty("spec").isTrue("suspend")).isTrue();
        assertThat(isTerminating(states.getFirst())).isFalse();
        assertThat(states.getLast().objectOrEmpty("spec").isTrue("suspend")).isTrue();
        assertThat(isTerminating(states.getLast())).isTrue();

        // A repeated delete changes nothing.
        assertThat(deleted("kept", "a")).contains("the resources of release kept-a stay");
        assertThat(changesSince(states.getLast().objectOrEmpty("metadata").stringOrEmpty("resourceVersion"), "kept-a"))
                .isEmpty();
        releaseByFlux("kept-a");
        assertThat(run("get", "kept", "a").stderr()).contains("(NotFound)");
    }

    @Test
    void dryRunOfARetainingKindWarnsAndChangesNothing() {
        create("Kept", "a");
        String before = release("kept-a", "{.metadata.resourceVersion}");

        assertThat(run("delete", "kept", "a", "--dry-run=server").stderr())
                .contains("Warning: the resources of release kept-a stay: the kind retains them");

        assertThat(changesSince(before, "kept-a")).isEmpty();
    }

    @Test
    void suspendedObjectOfARetainingKindIsDeleted() {
        create("Kept", "a");
        suspend("kept-a", true);

        assertThat(deleted("kept", "a")).contains("the resources of release kept-a stay");

        assertThat(run("get", "helmrelease", "kept-a").stderr()).contains("(NotFound)");
    }

    @Test
    void deleteCollectionOfARetainingKindSuspendsEachRelease() {
        for (String name : List.of("a", "b")) {
            create("Kept", name);
            holdByFlux("kept-" + name);
        }

        Kubectl.Result result = kubectl.run("delete", "--raw", API + namespace + "/kepts");

        assertThat(result.exitCode()).isZero();
        for (String name : List.of("kept-a", "kept-b")) {
            assertThat(result.stderr()).contains("Warning: the resources of release " + name + " stay");
            assertThat(release(name, "{.spec.suspend}")).isEqualTo("true");
            assertThat(release(name, "{.metadata.deletionTimestamp}")).isNotEmpty();
            releaseByFlux(name);
        }
    }

    @Test
    void protectedKindIsDeletedOnlyAfterItsAnnotationLiftsTheProtection() {
        create("Safe", "a");
        String refused =
                "Error from server (Forbidden): safes.deletion.example.com \"a\" is forbidden: " + IS_PROTECTED;

        assertThat(run("delete", "safe", "a").stderr()).contains(refused);
        assertThat(run("delete", "safe", "a", "--dry-run=server").stderr()).contains(refused);
        assertThat(kubectl.run("delete", "--raw", API + namespace + "/safes").stderr())
                .contains(IS_PROTECTED);
        assertThat(run("get", "safe", "a").exitCode()).isZero();

        annotate("safe", "a", "false");
        assertThat(release("safe-a", "{.metadata.annotations}"))
                .contains("\"" + GROUP + "-" + PROTECTION + "\":\"false\"");
        assertThat(deleted("safe", "a")).isEmpty();
        assertThat(run("get", "safe", "a").stderr()).contains("(NotFound)");
    }

    @Test
    void annotationProtectsAnObjectAndEndsACollectionThere() {
        for (String name : List.of("a", "b", "c")) {
            create("Plain", name);
        }
        assertThat(run("annotate", "plain", "b", PROTECTION + "=yes").stderr())
                .contains("metadata.annotations[" + PROTECTION
                        + "]: Unsupported value: \"yes\": supported values: \"true\", \"false\"");
        annotate("plain", "b", "true");

        assertThat(run("delete", "plain", "b").stderr()).contains(IS_PROTECTED);
        assertThat(kubectl.run("delete", "--raw", API + namespace + "/plains").stderr())
                .contains("plains.deletion.example.com \"b\" is forbidden: " + IS_PROTECTED);

        assertThat(kubectl.succeed("get", "plains", "-n", namespace, "-o", "name"))
                .isEqualTo("plain.deletion.example.com/b\nplain.deletion.example.com/c\n");
        annotate("plain", "b", "false");
        deleted("plain", "b");
    }

    @Test
    void terminatingObjectIsNotProtected() {
        create("Plain", "a");
        holdByFlux("plain-a");
        deleted("plain", "a");
        annotate("plain", "a", "true");

        assertThat(deleted("plain", "a")).isEmpty();

        releaseByFlux("plain-a");
    }

    @Test
    void deletionOfASuspendedReleaseHasAWarning() {
        create("Plain", "a");
        create("Plain", "b");
        suspend("plain-a", true);
        String warning =
                "Warning: release plain-a is suspended: Flux deletes it without an uninstall, so its resources stay\n";

        assertThat(run("delete", "plain", "a", "--dry-run=server").stderr()).isEqualTo(warning);
        assertThat(deleted("plain", "a")).isEqualTo(warning);
        assertThat(deleted("plain", "b")).isEmpty();
    }

    @Test
    void strictKindIsDeletedOnlyAfterItsReleaseIsResumed() {
        create("Strict", "a");
        suspend("strict-a", true);

        assertThat(run("delete", "strict", "a").stderr())
                .contains("Error from server (Forbidden): stricts.deletion.example.com \"a\" is forbidden: its release"
                        + " strict-a is suspended, and Flux deletes a suspended release without an uninstall; resume the"
                        + " HelmRelease first: set its spec.suspend to false");

        suspend("strict-a", false);
        assertThat(deleted("strict", "a")).isEmpty();
    }

    @RequiresControlPlane(controllers = true)
    @Test
    void namespaceWithAProtectedObjectStaysUntilTheProtectionIsLifted() {
        create("Record", "a");

        kubectl.succeed("delete", "namespace", namespace, "--wait=false");

        Awaitility.await("the condition of the namespace")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(kubectl.succeed(
                                "get",
                                "namespace",
                                namespace,
                                "-o",
                                "jsonpath={.status.conditions[?(@.type=='NamespaceDeletionContentFailure')].message}"))
                        .contains("records.deletion.example.com \"a\" is forbidden: " + IS_PROTECTED));
        assertThat(run("get", "record", "a").exitCode()).isZero();

        annotate("record", "a", "false");
        // The controller retries with backoff. A change of the namespace makes it retry within seconds. It may have
        // just
        // retried, and then the namespace is gone.
        kubectl.run("label", "namespace", namespace, "lifted=true");
        Awaitility.await("the end of the namespace")
                .atMost(Duration.ofSeconds(90))
                .until(() -> kubectl.run("get", "namespace", namespace).stderr().contains("(NotFound)"));
    }

    private void create(String kind, String name) {
        kubectl.apply("""
                apiVersion: deletion.example.com/v1
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: {size: 3}
                """.formatted(kind, name, namespace));
    }

    private Kubectl.Result run(String... arguments) {
        String[] command = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, command, 0, arguments.length);
        command[arguments.length] = "-n";
        command[arguments.length + 1] = namespace;
        return kubectl.run(command);
    }

    /** Deletes an object, which must succeed, and returns kubectl's standard error. */
    private String deleted(String resource, String name) {
        Kubectl.Result result = run("delete", resource, name, "--wait=false");
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result.stderr();
    }

    private void annotate(String resource, String name, String value) {
        assertThat(run("annotate", "--overwrite", resource, name, PROTECTION + "=" + value)
                        .stderr())
                .isEmpty();
    }

    /** Adds the finalizer that Flux removes when it has uninstalled the release. */
    private void holdByFlux(String release) {
        patchRelease(release, "{\"metadata\":{\"finalizers\":[\"finalizers.fluxcd.io\"]}}");
    }

    private void releaseByFlux(String release) {
        patchRelease(release, "{\"metadata\":{\"finalizers\":null}}");
    }

    private void suspend(String release, boolean isSuspended) {
        patchRelease(release, "{\"spec\":{\"suspend\":" + isSuspended + "}}");
    }

    private void patchRelease(String release, String patch) {
        kubectl.succeed("patch", "helmrelease", release, "-n", namespace, "--type=merge", "-p", patch);
    }

    private String release(String name, String jsonPath) {
        return kubectl.succeed("get", "helmrelease", name, "-n", namespace, "-o", "jsonpath=" + jsonPath);
    }

    /** Returns the later states of a release, in their order. */
    private List<JsonObject> changesSince(String resourceVersion, String release) {
        return kubectl.succeed(
                        "get",
                        "--raw",
                        "/apis/helm.toolkit.fluxcd.io/v2/namespaces/" + namespace
                                + "/helmreleases?watch=1&timeoutSeconds=1&resourceVersion=" + resourceVersion
                                + "&fieldSelector=metadata.name%3D" + release)
                .strip()
                .lines()
                .map(line -> JsonClient.object(line).objectOrEmpty("object"))
                .toList();
    }

    private static boolean isTerminating(JsonObject release) {
        return release.objectOrEmpty("metadata").has("deletionTimestamp");
    }
}

package dev.chartroom.e2e.store;

import static dev.chartroom.e2e.harness.JsonClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.patch.MergePatch;
import dev.chartroom.e2e.access.TenantAttempts;
import dev.chartroom.e2e.access.WriteWay;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.JsonClient.Reply;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A release is a security boundary. A user with all rights on the objects of a kind controls their values, but nothing
 * else of their releases or of other releases. All requests go through the aggregator, by a user without rights on
 * HelmReleases.
 */
@RequiresControlPlane
class ReleaseBoundaryTest {
    private static final String GROUP = "bounds.example.com";
    private static final String OTHER_GROUP = "bounds.example.org";
    /**
     * On a release, a tenant's label {@code x.example.net/application.kind} of the first group is this group's identity
     * label.
     */
    private static final String FORGEABLE_GROUP = GROUP + "-x.example.net";

    private static final String OWN = "boundary";
    private static final String FOREIGN = "boundary-foreign";
    private static final String SECRET = "only-for-the-platform";
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static @Nullable Program program;
    private static @Nullable JsonClient tenant;
    private static @Nullable JsonClient admin;
    private static String platformOwner = "";
    private static String tenantOwner = "";

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Path folder = ModuleDirectory.newWorkDirectory("boundary");
        Files.writeString(folder.resolve("redises.yaml"), definition(GROUP, "Redis", "redis-"));
        Files.writeString(folder.resolve("clusters.yaml"), definition(GROUP, "RedisCluster", "redis-cluster-"));
        Files.writeString(folder.resolve("anythings.yaml"), definition(GROUP, "Anything", ""));
        Files.writeString(folder.resolve("others.yaml"), definition(OTHER_GROUP, "Redis", "redis-"));
        // Read last, and refused.
        Files.writeString(folder.resolve("zzz.yaml"), definition(FORGEABLE_GROUP, "Redis", "redis-"));
        program = Program.start(controlPlane, folder)
                .registered(GROUP, "v1alpha1")
                .registered(OTHER_GROUP, "v1alpha1");
        admin = JsonClient.of(controlPlane, controlPlane.admin());
        tenant = JsonClient.of(controlPlane, controlPlane.user("boundary-tenant"));
        Kubectl kubectl = controlPlane.kubectl();
        for (String namespace : List.of(OWN, FOREIGN)) {
            kubectl.succeed("create", "namespace", namespace);
            kubectl.apply("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: Role
                    metadata: {name: tenant, namespace: %1$s}
                    rules:
                      - apiGroups: [%2$s]
                        resources: [redises, redises/status, anythings, anythings/status]
                        verbs: ["*"]
                    """.formatted(namespace, GROUP));
            kubectl.succeed(
                    "create", "rolebinding", "tenant", "-n", namespace, "--role=tenant", "--user=boundary-tenant");
        }
        platformOwner = owner(kubectl, "owner");
        // The owner must exist, or the garbage collector would delete what it owns.
        tenantOwner = owner(kubectl, "tenant");
        Awaitility.await("the rights of the tenant")
                .until(() -> tenant().get(collection(FOREIGN, "redises")).code() == 200
                        && tenant().get(collection(OWN, "redises")).code() == 200);
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    /** Creates an object and returns its uid. */
    private static String owner(Kubectl kubectl, String name) {
        return kubectl.succeed("create", "configmap", name, "-n", OWN, "-o", "jsonpath={.metadata.uid}");
    }

    static Stream<Arguments> everyAttemptInEveryWay() {
        return TenantAttempts.of(tenantOwner).stream()
                .flatMap(attempt -> Stream.of(WriteWay.values()).map(way -> Arguments.of(way, attempt)));
    }

    @ParameterizedTest
    @MethodSource("everyAttemptInEveryWay")
    void tenantWritesCannotChangePlatformFieldsOfARelease(WriteWay way, String attempt) {
        String name = "o" + NAMES.incrementAndGet();
        if (way != WriteWay.CREATE) {
            created(name);
        }
        JsonObject before = way == WriteWay.CREATE ? createdRelease() : platformRelease(name);

        Reply reply = send(way, name, object(attempt));

        assertThat(reply.code() < 500 || isMalformedApply(reply))
                .as("%s", reply.body())
                .isTrue();
        assertThat(reply.body().toString()).doesNotContain(SECRET);
        if (way != WriteWay.CREATE) {
            assertThat(platforms(admin().get(release(OWN, "redis-" + name)).body()))
                    .isEqualTo(platforms(before));
            assertThat(tenant().get(of("redises", name)).body().toString()).doesNotContain(SECRET);
        } else if (reply.code() == 201) {
            String created = reply.body().objectOrEmpty("metadata").stringOrEmpty("name");
            JsonObject release = admin().get(release(OWN, "redis-" + created)).body();
            // No other client has added a finalizer to the new release.
            JsonObject others = release.with(
                    "metadata",
                    release.objectOrEmpty("metadata")
                            .with(
                                    "finalizers",
                                    without(
                                            release.objectOrEmpty("metadata").arrayOrEmpty("finalizers"),
                                            "platform.example.com/keep")));
            assertThat(platforms(others)).isEqualTo(platforms(before));
        } else {
            assertThat(admin().get(release(OWN, "redis-" + name)).code()).isEqualTo(404);
        }
    }

    /** A kube-apiserver also returns a 500 for an apply with a field outside of the schema. */
    private static boolean isMalformedApply(Reply reply) {
        return reply.body().stringOrEmpty("message").startsWith("failed to create typed patch object");
    }

    @Test
    void helmReleaseFieldsInASpecAreStoredAsValues() {
        JsonObject spec = object("""
                {"chartRef": {"name": "evil"}, "targetNamespace": "kube-system", "serviceAccountName": "root",
                 "valuesFrom": [{"kind": "Secret", "name": "of-others"}], "values": {"_platform": "mine"}}
                """);
        created("values");
        for (WriteWay way : List.of(WriteWay.UPDATE, WriteWay.MERGE_PATCH, WriteWay.JSON_PATCH, WriteWay.APPLY)) {
            platformRelease("values");
            assertThat(send(way, "values", JsonObject.of("spec", spec)).code()).isEqualTo(200);
            JsonObject values = admin().get(release(OWN, "redis-values"))
                    .body()
                    .objectOrEmpty("spec")
                    .objectOrEmpty("values");

            assertThat(values.without("_platform").without("size")).isEqualTo(spec);
            assertThat(values.objectOrEmpty("_platform").stringOrEmpty("secret"))
                    .isEqualTo(SECRET);
        }
    }

    @ParameterizedTest
    @MethodSource("operationsOnWhatIsHidden")
    void jsonPatchNeitherReadsNorMovesHiddenValues(String operation) {
        String name = "o" + NAMES.incrementAndGet();
        created(name);
        JsonObject before = platformRelease(name);

        Reply reply = tenant().jsonPatch(of("redises", name), "[" + operation + "]");

        // A copy of an absent value copies a null, as in a kube-apiserver.
        assertThat(reply.code()).isIn(operation.contains("\"copy\"") ? List.of(200, 422) : List.of(422));
        assertThat(tenant().get(of("redises", name)).body().toString()).doesNotContain(SECRET);
        JsonObject after = admin().get(release(OWN, "redis-" + name)).body();
        assertThat(platforms(after)).isEqualTo(platforms(before));
        assertThat(after.objectOrEmpty("spec")
                        .objectOrEmpty("values")
                        .without("_platform")
                        .toString())
                .doesNotContain(SECRET);
    }

    /** An owner's entry in the managed fields would reveal the name of the hidden value. */
    @Test
    void managedFieldsOfHiddenValuesAreHidden() {
        created("owned");
        assertThat(platformRelease("owned").objectOrEmpty("metadata").arrayOrEmpty("managedFields"))
                .asString()
                .contains("f:_platform");

        for (String path :
                List.of(of("redises", "owned"), collection(OWN, "redises") + "?fieldSelector=metadata.name=owned")) {
            assertThat(tenant().get(path).body())
                    .asString()
                    .contains("\"name\":\"owned\"", "f:size")
                    .doesNotContain("f:_");
        }
    }

    static List<String> operationsOnWhatIsHidden() {
        return List.of(
                "{\"op\": \"test\", \"path\": \"/spec/_platform/secret\", \"value\": \"" + SECRET + "\"}",
                "{\"op\": \"copy\", \"from\": \"/spec/_platform\", \"path\": \"/spec/mine\"}",
                "{\"op\": \"move\", \"from\": \"/spec/_platform\", \"path\": \"/spec/mine\"}",
                "{\"op\": \"remove\", \"path\": \"/spec/_platform\"}",
                "{\"op\": \"replace\", \"path\": \"/spec/_platform\", \"value\": {}}",
                "{\"op\": \"add\", \"path\": \"/spec/_platform/secret\", \"value\": \"mine\"}",
                "{\"op\": \"add\", \"path\": \"/spec/_platform\", \"value\": {}}");
    }

    @Test
    void tenantIsForbiddenToReadOrPatchHelmReleases() {
        created("unreachable");

        assertThat(tenant().get(release(OWN, "redis-unreachable")).code()).isEqualTo(403);
        assertThat(tenant().mergePatch(release(OWN, "redis-unreachable"), "{\"spec\": {\"suspend\": true}}")
                        .code())
                .isEqualTo(403);
    }

    /** Each release has a name that would match an object if only names counted. */
    @Test
    void releaseThatIsNoObjectOfTheKindIsUnreachable() {
        // name of the release, and its identity labels
        Map<String, String> labels = Map.of(
                "redis-bare",
                "{}",
                "redis-of-nobody",
                identity(GROUP, "Postgres", "of-nobody"),
                "redis-of-other-group",
                identity(OTHER_GROUP, "Redis", "of-other-group"),
                "redis-without-group",
                "{\"bounds.example.com/application.kind\": \"Redis\"}",
                "redis-in-other-group",
                "{\"bounds.example.com/application.kind\": \"Redis\","
                        + " \"bounds.example.com/application.group\": \"bounds.example.org\"}",
                // Has the labels of a Redis, but not the name.
                "unprefixed",
                identity(GROUP, "Redis", "unprefixed"));
        labels.forEach((name, identity) -> assertThat(admin().post(release(FOREIGN, ""), foreign(name, identity))
                        .code())
                .isEqualTo(201));
        assertThat(admin().post(
                                collection(FOREIGN, "redisclusters"),
                                object("{\"apiVersion\": \"bounds.example.com/v1alpha1\", \"kind\": \"RedisCluster\","
                                        + " \"metadata\": {\"name\": \"a\"}, \"spec\": {\"secret\": \"" + SECRET
                                        + "\"}}"))
                        .code())
                .isEqualTo(201);
        List<JsonValue> before = releases();

        for (String name :
                List.of("bare", "of-nobody", "of-other-group", "without-group", "in-other-group", "cluster-a")) {
            assertOutOfReach("redises", "Redis", name);
            assertOutOfReach("anythings", "Anything", "redis-" + name);
        }
        assertOutOfReach("anythings", "Anything", "unprefixed");
        assertThat(tenant().get(collection(FOREIGN, "redises") + "/unprefixed").code())
                .isEqualTo(404);
        for (String odd : List.of(
                "..%2fredis-bare",
                "x%2f..%2fbare", "bare%00", "bare%3fa", "bare%23", "%ef%bc%8fbare", "bare%2fstatus")) {
            String path = collection(FOREIGN, "redises") + "/" + odd;
            assertThat(List.of(tenant().get(path), tenant().delete(path), tenant().mergePatch(path, "{}")))
                    .as(odd)
                    .allSatisfy(reply -> assertThat(reply.code()).isIn(400, 403, 404, 405));
        }
        for (String resource : List.of("redises", "anythings")) {
            for (String query : List.of("", "?resourceVersion=0", "?limit=1", "?labelSelector=a!%3Db")) {
                Reply list = tenant().get(collection(FOREIGN, resource) + query);
                assertThat(list.body().get("items")).as(resource + query).isEqualTo(JsonArray.EMPTY);
            }
            assertThat(tenant().delete(collection(FOREIGN, resource)).code()).isEqualTo(200);
        }

        assertThat(releases()).isEqualTo(before);
    }

    /** Bypasses the aggregator, which does not route requests for a group that is not served. */
    @Test
    void forgedIdentityLabelsDoNotExposeAnObjectInAnotherGroup() throws Exception {
        JsonObject forged = object("""
                {"apiVersion": "bounds.example.com/v1alpha1", "kind": "Redis", "metadata": {"name": "forged", "labels":
                  {"x.example.net/application.kind": "Redis", "x.example.net/application.name": "forged",
                   "x.example.net/application.group": "%s"}}, "spec": {}}
                """.formatted(FORGEABLE_GROUP));
        assertThat(tenant().post(collection(OWN, "redises"), forged).code()).isEqualTo(201);
        assertThat(admin().get(release(OWN, "redis-forged"))
                        .body()
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("labels")
                        .stringOrEmpty(FORGEABLE_GROUP + "/application.group"))
                .as("a label of identity, by its name")
                .isEqualTo(FORGEABLE_GROUP);
        Program running = Objects.requireNonNull(program, "started before all tests");
        try (HttpClient direct = running.client(ControlPlane.shared().admin().identity())) {
            for (String path : List.of(of("redises", "forged"), collection(OWN, "redises"))) {
                assertThat(codeOf(direct, running.url() + path)).as(path).isEqualTo(200);
                String elsewhere = path.replace(GROUP, FORGEABLE_GROUP);
                assertThat(codeOf(direct, running.url() + elsewhere))
                        .as(elsewhere)
                        .isEqualTo(404);
            }
        }
    }

    private static int codeOf(HttpClient client, String url) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private static void assertOutOfReach(String resource, String kind, String name) {
        String path = collection(FOREIGN, resource) + "/" + name;
        JsonObject body = object("{\"apiVersion\": \"bounds.example.com/v1alpha1\", \"kind\": \"" + kind
                + "\", \"metadata\": {\"name\": \"" + name + "\"}, \"spec\": {\"size\": 9}}");
        JsonObject versioned =
                (JsonObject) MergePatch.apply(body, object("{\"metadata\": {\"resourceVersion\": \"1\"}}"));
        String patch = "{\"spec\": {\"size\": 9}}";
        List<Reply> notFound = List.of(
                tenant().get(path),
                tenant().get(path + "?resourceVersion=0"),
                tenant().get(path + "/status"),
                tenant().put(path, versioned),
                tenant().put(path + "/status", versioned),
                tenant().mergePatch(path, patch),
                tenant().mergePatch(path + "/status", patch),
                tenant().jsonPatch(path, "[{\"op\": \"add\", \"path\": \"/spec/size\", \"value\": 9}]"),
                tenant().delete(path));
        assertThat(notFound).as("%s %s", resource, name).allSatisfy(reply -> {
            assertThat(reply.code()).isEqualTo(404);
            assertThat(reply.body().toString()).doesNotContain(SECRET);
        });
        List<Reply> conflicts = List.of(tenant().post(collection(FOREIGN, resource), body), tenant().apply(path, body));
        assertThat(conflicts).as("%s %s", resource, name).allSatisfy(reply -> {
            assertThat(reply.code()).isEqualTo(409);
            assertThat(reply.body().toString()).doesNotContain(SECRET);
        });
    }

    private static Reply send(WriteWay way, String name, JsonObject attempt) {
        return way.send(tenant(), collection(OWN, "redises"), redis(name), attempt);
    }

    private static JsonObject redis(String name) {
        return object("{\"apiVersion\": \"bounds.example.com/v1alpha1\", \"kind\": \"Redis\","
                + " \"metadata\": {\"name\": \"" + name + "\"}, \"spec\": {\"size\": 1}}");
    }

    private static void created(String name) {
        assertThat(tenant().post(collection(OWN, "redises"), redis(name)).code())
                .isEqualTo(201);
    }

    /** Returns the release of an object with an empty spec. */
    private static JsonObject createdRelease() {
        String name = "o" + NAMES.incrementAndGet();
        created(name);
        return admin().get(release(OWN, "redis-" + name)).body();
    }

    /** Returns a release whose platform-owned fields the platform has changed. */
    private static JsonObject platformRelease(String name) {
        Reply changed = admin().mergePatch(release(OWN, "redis-" + name), """
                        {"metadata": {"labels": {"platform.example.com/tier": "gold"},
                          "annotations": {"platform.example.com/note": "ours",
                            "reconcile.fluxcd.io/forceAt": "earlier"},
                          "finalizers": ["finalizers.fluxcd.io", "platform.example.com/keep"],
                          "ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap", "name": "owner", "uid": "%s"}]},
                         "spec": {"values": {"_platform": {"secret": "%s"}}, "serviceAccountName": "deployer",
                          "targetNamespace": "boundary-target", "suspend": true,
                          "postRenderers": [{"kustomize": {"patches": [{"patch": "ours"}]}}],
                          "dependsOn": [{"name": "base"}]}}
                        """.formatted(platformOwner, SECRET));
        assertThat(changed.code()).as("%s", changed.body()).isEqualTo(200);
        return changed.body();
    }

    /**
     * Returns all fields of a release that tenants must not change, except fields that differ between any two releases.
     * A tenant may request a reconciliation or a retry of its own objects.
     */
    private static JsonObject platforms(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject spec = release.objectOrEmpty("spec");
        Predicate<String> own = key -> key.startsWith(GROUP + "-");
        Predicate<String> bookkeeping = key -> key.startsWith(GROUP + "/application.");
        Predicate<String> requests = Set.of("reconcile.fluxcd.io/requestedAt", "reconcile.fluxcd.io/resetAt")::contains;
        return JsonObject.builder()
                .put("labels", without(metadata.objectOrEmpty("labels"), own.or((GROUP + "/application.name")::equals)))
                .put(
                        "annotations",
                        without(
                                metadata.objectOrEmpty("annotations"),
                                own.or(bookkeeping).or(requests)))
                .put("finalizers", without(metadata.arrayOrEmpty("finalizers"), "tenant.example.com/mine"))
                .put("ownerReferences", without(metadata.arrayOrEmpty("ownerReferences"), tenantOwner))
                .put("namespace", metadata.stringOrEmpty("namespace"))
                .put("deleted", metadata.has("deletionTimestamp"))
                .put("hidden", without(spec.objectOrEmpty("values"), key -> !key.startsWith("_")))
                .put("spec", spec.without("values"))
                .put("status", release.objectOrEmpty("status"))
                .build();
    }

    private static JsonObject without(JsonObject object, Predicate<String> names) {
        JsonObject.Builder rest = object.toBuilder();
        object.names().stream().filter(names).forEach(rest::remove);
        return rest.build();
    }

    private static JsonArray without(JsonArray array, String marked) {
        return new JsonArray(array.values().stream()
                .filter(value -> !value.toString().contains(marked))
                .toList());
    }

    private static List<JsonValue> releases() {
        return admin().get(release(FOREIGN, "")).body().arrayOrEmpty("items").values();
    }

    private static JsonObject foreign(String name, String labels) {
        JsonObject release = object("""
                {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": {"labels": %s},
                 "spec": {"interval": "5m", "chartRef": {"kind": "OCIRepository", "name": "foreign"},
                          "values": {"secret": "%s"}}}
                """.formatted(labels, SECRET));
        return release.with("metadata", release.objectOrEmpty("metadata").with("name", new JsonString(name)));
    }

    private static String identity(String group, String kind, String name) {
        return """
                {"%1$s/application.kind": "%2$s", "%1$s/application.group": "%1$s", "%1$s/application.name": "%3$s"}
                """.formatted(group, kind, name);
    }

    private static String definition(String group, String kind, String prefix) {
        String singular = kind.toLowerCase(Locale.ROOT);
        String plural = singular.endsWith("s") ? singular + "es" : singular + "s";
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %3$s.%1$s}
                spec:
                  group: %1$s
                  names: {kind: %2$s, plural: %3$s}
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
                  release:
                    prefix: "%4$s"
                    chartRef: {kind: OCIRepository, name: redis, namespace: platform-charts}
                    labels: {sharding.fluxcd.io/key: tenants}
                    valuesFrom: [{kind: Secret, name: platform-values}]
                """.formatted(group, kind, plural, prefix);
    }

    private static String collection(String namespace, String resource) {
        return "/apis/" + GROUP + "/v1alpha1/namespaces/" + namespace + "/" + resource;
    }

    private static String of(String resource, String name) {
        return collection(OWN, resource) + "/" + name;
    }

    private static String release(String namespace, String name) {
        return "/apis/helm.toolkit.fluxcd.io/v2/namespaces/" + namespace + "/helmreleases"
                + (name.isEmpty() ? "" : "/" + name);
    }

    private static JsonClient tenant() {
        return Objects.requireNonNull(tenant, "made before all tests");
    }

    private static JsonClient admin() {
        return Objects.requireNonNull(admin, "made before all tests");
    }
}

package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.RecentReleases;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.domain.application.Application;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The HelmRelease store fulfils the store contract on a real kube-apiserver. */
@RequiresControlPlane
class HelmReleaseStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable ApplicationStore shared;

    @BeforeAll
    static void connect() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        try {
            shared = new HelmReleaseStore(
                    new KubernetesHttp(
                            KubernetesClients.create(controlPlane.server().kubeconfig())),
                    JacksonCodec.ofStored(),
                    new RecentReleases(1 << 20));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected ApplicationStore store() {
        if (shared == null) {
            throw new IllegalStateException("the store is made before all tests");
        }
        return shared;
    }

    @Override
    protected boolean knowsRecentStates() {
        return true;
    }

    @Override
    protected String emptyNamespace() {
        String name = "contract-" + NAMESPACES.incrementAndGet();
        ControlPlane.shared().createNamespace(name);
        return name;
    }

    /** Wire contract D35: the response contains a token with which the client continues in the latest state. */
    @Test
    void expiredListCanBeContinuedInTheLatestState() {
        for (String name : List.of("a", "b")) {
            store.create(redis, application(name, Kinds.replicas(1)), OPTIONS);
        }
        ListRequest request = ListRequest.all(namespace).withLimit(1);
        ApplicationPage first = store.list(redis, request);
        store.create(redis, application("c", Kinds.replicas(1)), OPTIONS);
        assumeThat(ControlPlane.shared().compact(first.resourceVersion()))
                .as("etcd can be asked to forget")
                .isTrue();

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> store.list(redis, request.withContinue(ofTheFirstState(first.continueToken()))))
                .extracting(ApiException::error)
                .isInstanceOfSatisfying(
                        ApiError.Expired.class,
                        expired -> assertThat(store.list(
                                                redis,
                                                ListRequest.all(namespace).withContinue(expired.continueToken()))
                                        .items())
                                .extracting(item -> item.metadata().name())
                                .containsExactly("b", "c"));
    }

    /** Returns the token as if its list were as old as etcd's first revision. */
    private static String ofTheFirstState(String token) {
        String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.replaceFirst("\"rv\":\\d+", "\"rv\":1").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void editedReleaseFieldBelongsToTheEditorUntilTheNextWrite() {
        JsonObject spec = Kinds.replicas(3).toBuilder().put("name", "x").build();
        Application application = application("a", spec);
        store.create(
                redis,
                application.withMetadata(application.metadata().toBuilder()
                        .managedFields(JsonArray.of(entry("alice", "f:name", "f:replicas")))
                        .build()),
                OPTIONS);

        kubectl("patch", "--type=merge", "--field-manager=editor", "-p", "{\"spec\":{\"values\":{\"replicas\":9}}}");

        StoredApplication edited = get("a");
        assertThat(owners(edited.metadata())).isEqualTo(Map.of("alice", "[f:name]", "editor", "[f:replicas]"));
        assertThat(owners(store.list(redis, ListRequest.all(namespace))
                        .items()
                        .getFirst()
                        .metadata()))
                .isEqualTo(owners(edited.metadata()));
        assertThat(store.update(redis, edited, edited.application(), OPTIONS)).isSameAs(edited);

        StoredApplication labelled = change(edited, metadata -> metadata.labels(Map.of("team", "a")));
        assertThat(labelled.metadata().managedFields())
                .isEqualTo(edited.metadata().managedFields());
        assertThat(get("a").metadata()).isEqualTo(labelled.metadata());

        JsonArray bobs = JsonArray.of(entry("bob", "f:name", "f:replicas"));
        store.update(
                redis,
                labelled,
                labelled.application()
                        .withSpec(spec.toBuilder().put("replicas", 4).build())
                        .withMetadata(labelled.metadata().toBuilder()
                                .managedFields(bobs)
                                .build()),
                OPTIONS);
        assertThat(get("a").metadata().managedFields()).isEqualTo(bobs);
    }

    @Test
    void fieldManagerOfTheReleaseIsChartroom() {
        update(create("a", Kinds.replicas(3)), Kinds.replicas(4));

        assertThat(kubectl("get", "-o", "jsonpath={.metadata.managedFields[*].manager}", "--show-managed-fields"))
                .isEqualTo("chartroom");
    }

    @Test
    void createInAMissingNamespaceReportsItAsNotFound() {
        Application nowhere =
                new Application(redis.gvk(), ObjectMeta.of("nowhere", "a"), Kinds.replicas(1), JsonObject.EMPTY);

        assertThat(errorOf(() -> store.create(redis, nowhere, OPTIONS)))
                .isEqualTo(new ApiError.NotFound(new GroupResource("", "namespaces"), "nowhere"));
    }

    @Test
    void createInATerminatingNamespaceIsForbidden() {
        guarded("guarded", "example.com/guard");
        ControlPlane.shared().kubectl().succeed("delete", "namespace", namespace, "--wait=false");

        assertThat(Status.of(errorOf(() -> create("a", Kinds.replicas(1)))).toJson())
                .isEqualTo(JsonText.parse("""
                        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"redises.%1$s \\"a\\"\
                         is forbidden: unable to create new content in namespace %2$s because it is being terminated",
                         "reason":"Forbidden","details":{"name":"a","group":"%1$s","kind":"redises","causes":[
                         {"reason":"NamespaceTerminating","message":"namespace %2$s is being terminated",
                          "field":"metadata.namespace"}]},"code":403}""".formatted(redis.group(), namespace)));
        removeFinalizers("guarded");
    }

    private String kubectl(String verb, String... arguments) {
        List<String> command = new ArrayList<>(List.of(verb, "helmrelease", "redis-a", "-n", namespace));
        command.addAll(List.of(arguments));
        return ControlPlane.shared().kubectl().succeed(command.toArray(String[]::new));
    }

    private JsonObject entry(String manager, String... fieldsOfSpec) {
        JsonObject.Builder fields = JsonObject.builder();
        for (String field : fieldsOfSpec) {
            fields.put(field, JsonObject.EMPTY);
        }
        return JsonObject.builder()
                .put("apiVersion", redis.gvk().apiVersion())
                .put("fieldsType", "FieldsV1")
                .put("fieldsV1", JsonObject.of("f:spec", fields.build()))
                .put("manager", manager)
                .put("operation", "Update")
                .put("time", "2026-01-02T03:04:05Z")
                .build();
    }

    /** Returns the fields of the spec by their managers. */
    private static Map<String, String> owners(ObjectMeta metadata) {
        Map<String, String> owners = new TreeMap<>();
        for (JsonValue value : metadata.managedFields()) {
            JsonObject entry = (JsonObject) value;
            owners.put(
                    entry.stringOrEmpty("manager"),
                    entry.objectOrEmpty("fieldsV1")
                            .objectOrEmpty("f:spec")
                            .names()
                            .toString());
        }
        return owners;
    }
}

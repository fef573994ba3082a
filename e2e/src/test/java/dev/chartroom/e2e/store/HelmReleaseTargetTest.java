package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseTarget;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.ApplicationTargetContract;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The HelmRelease target fulfils the target contract on a real kube-apiserver. */
@RequiresControlPlane
class HelmReleaseTargetTest extends ApplicationTargetContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static ApplicationStore releases;
    private static ApplicationTarget shared;

    @BeforeAll
    static void connect() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        try {
            KubernetesHttp http = new KubernetesHttp(
                    KubernetesClients.create(controlPlane.server().kubeconfig()));
            releases = new HelmReleaseStore(http, JacksonCodec.ofStored());
            shared = new HelmReleaseTarget(http, JacksonCodec.ofStored());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected ApplicationStore store() {
        return releases;
    }

    @Override
    protected ApplicationTarget target() {
        return shared;
    }

    @Override
    protected boolean ownsGenerationAndStatus() {
        return false;
    }

    @Override
    protected boolean guardsRevisions() {
        return true;
    }

    @Override
    protected String emptyNamespace() {
        String name = "target-" + NAMESPACES.incrementAndGet();
        ControlPlane.shared().createNamespace(name);
        return name;
    }

    /** An object that was always a HelmRelease has the release's uid. */
    @Test
    void putAdoptsAReleaseWithTheSameUid() {
        Application own = create("a", spec(1)).application();

        StoredApplication put = shared.put(redis, own.withSpec(spec(2)));

        assertThat(put.application().spec()).isEqualTo(spec(2));
        assertThat(put.metadata().uid()).isEqualTo(own.metadata().uid());
        assertThat(put.metadata().creationTimestamp()).isEqualTo(own.metadata().creationTimestamp());
        assertThat(release("{.metadata.annotations}"))
                .satisfies(annotations -> assertThat(((JsonObject) JsonText.parse(annotations)).names())
                        .contains(redis.group() + "/application.identity"));
    }

    @Test
    void foreignReleaseIsNeitherReplacedNorRemoved() {
        StoredApplication own = create("a", spec(1));

        assertThat(errorOf(() -> shared.put(redis, brought("a")))).isInstanceOf(ApiError.AlreadyExists.class);
        assertThat(get("a").application()).isEqualTo(own.application());

        kubectl("label", "--overwrite", "helmrelease", "redis-a", redis.group() + "/application.kind=Other");
        String labelled = release("{.metadata.resourceVersion}");
        assertThat(errorOf(() -> shared.put(redis, own.application()))).isInstanceOf(ApiError.AlreadyExists.class);
        shared.remove(redis, own.metadata().namespacedName());
        assertThat(release("{.metadata.resourceVersion}")).isEqualTo(labelled);
    }

    /** Flux's finalizer stays while Helm uninstalls. */
    @Test
    void putOverAReleaseWithAnotherUidConflictsUntilItsFinalizersAreRemoved() {
        shared.put(redis, brought("a"));
        kubectl("patch", "helmrelease", "redis-a", "--type=json", "-p", """
                [{"op":"add","path":"/metadata/finalizers/-","value":"finalizers.fluxcd.io"}]""");
        Application next = brought("a");
        next = next.withMetadata(next.metadata().toBuilder()
                .uid("11111111-2222-4333-8444-000000000003")
                .resourceVersion("1001")
                .build());
        Application last = next;

        assertThat(errorOf(() -> shared.put(redis, last))).isInstanceOf(ApiError.Conflict.class);
        assertThat(release("{.metadata.finalizers}")).isEqualTo("[\"finalizers.fluxcd.io\"]");
        assertThat(release("{.metadata.deletionTimestamp}")).isNotEmpty();
        assertThat(errorOf(() -> shared.put(redis, last))).isInstanceOf(ApiError.Conflict.class);

        kubectl("patch", "helmrelease", "redis-a", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(shared.put(redis, last).metadata().uid())
                .isEqualTo(last.metadata().uid());
    }

    @Test
    void removeOfAnObjectOfARetainingKindSuspendsTheReleaseBeforeTheDelete() {
        ApplicationKind retaining = Kinds.builder(redis)
                .deletion(new DeletionPolicy(true, false, false))
                .build();
        shared.put(retaining, brought("a"));
        kubectl("patch", "helmrelease", "redis-a", "--type=json", "-p", """
                [{"op":"add","path":"/metadata/finalizers/-","value":"finalizers.fluxcd.io"}]""");

        shared.remove(retaining, brought("a").metadata().namespacedName());

        assertThat(release("{.spec.suspend}")).isEqualTo("true");
        assertThat(release("{.metadata.deletionTimestamp}")).isNotEmpty();
        assertThat(release("{.metadata.finalizers}")).isEqualTo("[\"finalizers.fluxcd.io\"]");
        kubectl("patch", "helmrelease", "redis-a", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
    }

    private String release(String jsonPath) {
        return kubectl("get", "helmrelease", "redis-a", "-o", "jsonpath=" + jsonPath);
    }

    private String kubectl(String... arguments) {
        String[] command = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, command, 0, arguments.length);
        command[arguments.length] = "-n";
        command[arguments.length + 1] = namespace;
        return ControlPlane.shared().kubectl().succeed(command);
    }
}

package dev.chartroom.adapters.kubernetes.installed;

import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.HelmOwner;
import dev.chartroom.domain.release.InventoryEntry;
import dev.chartroom.domain.release.RecordedRevisions;
import dev.chartroom.domain.subresource.WorkloadKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.Workloads;
import java.time.Instant;
import java.util.Optional;

/** The workloads in the inventories of HelmReleases. The server needs the right to patch them. */
public final class KubernetesWorkloads implements Workloads {
    /** The annotation of {@code kubectl rollout restart}. */
    private static final String RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

    private static final String JSON_PATCH = "application/json-patch+json";
    private static final int UNPROCESSABLE = 422;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final HelmReleaseDirectory releases;

    /** @param codec like that of {@link HelmReleaseStore} */
    public KubernetesWorkloads(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.releases = new HelmReleaseDirectory(http, codec);
    }

    @Override
    public Optional<Inventory> inventory(ApplicationKind kind, NamespacedName name) {
        return releases.find(kind, name)
                .flatMap(release -> RecordedRevisions.of(release)
                        .map(recorded -> new Inventory(recorded.release(), InventoryEntry.of(release))));
    }

    @Override
    public boolean restart(
            WorkloadKind kind, NamespacedName name, NamespacedName release, Instant time, boolean dryRun) {
        String path = "/apis/" + WorkloadKind.GROUP + "/v1/namespaces/" + name.namespace() + "/" + kind.plural() + "/"
                + name.name();
        // Only the right to patch is needed, so a patch that changes nothing tests to whom the workload belongs.
        KubernetesResponse tested = http.patch(path, query(true), JSON_PATCH, codec.encode(HelmOwner.test(release)));
        if (tested.code() == UNPROCESSABLE || !exists(kind, tested)) {
            return false;
        }
        JsonObject patch = nested(
                JsonObject.of(RESTARTED_AT, new JsonString(time.toString())),
                "annotations",
                "metadata",
                "template",
                "spec");
        return exists(kind, http.merge(path, query(dryRun), codec.encode(patch)));
    }

    private static Query query(boolean dryRun) {
        Query query = new Query().with("fieldManager", ReleaseConverter.FIELD_MANAGER);
        return dryRun ? query.with("dryRun", "All") : query;
    }

    /** Returns whether a patch found its workload; throws any other error in the answer. */
    private boolean exists(WorkloadKind kind, KubernetesResponse response) {
        if (response.isSuccess()) {
            return true;
        }
        RemoteStatus status = RemoteStatus.of(response, codec)
                .orElseThrow(() -> new ApiException(
                        ApiError.unavailable("the kube-apiserver answered with HTTP status " + response.code())));
        if (status.reason() == StatusReason.NOT_FOUND) {
            return false;
        }
        // A webhook or policy rejects with the same reason, but does not name the user.
        boolean lacksRight =
                status.reason() == StatusReason.FORBIDDEN && status.message().contains("cannot patch");
        throw new ApiException(
                lacksRight
                        ? ApiError.internal(
                                "the server has no permission to patch " + kind.plural() + "." + WorkloadKind.GROUP)
                        : ApiError.plain(status.reason(), status.message()));
    }

    private static JsonObject nested(JsonObject value, String... names) {
        JsonObject object = value;
        for (String name : names) {
            object = JsonObject.of(name, object);
        }
        return object;
    }
}

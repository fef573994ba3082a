package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ReleaseInventory;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads and labels all HelmReleases of a Kubernetes API server. Errors have the message of the API server. */
public final class HelmReleaseInventory implements ReleaseInventory {
    private static final GroupResource RELEASES = new GroupResource("helm.toolkit.fluxcd.io", "helmreleases");
    /** The page size of kubectl. */
    private static final String PAGE = "500";

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final ReleaseDecoder reader;

    /** @param codec like that of {@link HelmReleaseStore} */
    public HelmReleaseInventory(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.reader = new ReleaseDecoder(codec);
    }

    @Override
    public void forEach(String namespace, Consumer<JsonObject> release) {
        String next = "";
        do {
            Query page = new Query().with("limit", PAGE).with("continue", next);
            byte[] list = succeeded("", http.get(ReleasePaths.collection(namespace), page));
            byte[] metadata = EncodedList.read(list, item -> reader.parsed(item).ifPresent(release));
            next = reader.object(metadata).stringOrEmpty("continue");
        } while (!next.isEmpty());
    }

    @Override
    public Optional<JsonObject> find(NamespacedName release) {
        KubernetesResponse response = http.get(ReleasePaths.of(release), new Query());
        boolean isMissing = RemoteStatus.of(response, codec)
                .filter(status -> status.reason() == StatusReason.NOT_FOUND
                        && status.detailsKind().equals(RELEASES.resource()))
                .isPresent();
        return isMissing ? Optional.empty() : Optional.of(reader.object(succeeded(release.name(), response)));
    }

    @Override
    public void label(JsonObject release, JsonObject labels) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        NamespacedName name = new NamespacedName(metadata.stringOrEmpty("namespace"), metadata.stringOrEmpty("name"));
        JsonObject patch = JsonObject.of(
                "metadata",
                JsonObject.builder()
                        .put("resourceVersion", metadata.stringOrEmpty("resourceVersion"))
                        .put("labels", labels)
                        .build());
        succeeded(name.name(), http.merge(ReleasePaths.of(name), asAdoption(), codec.encode(patch)));
    }

    @Override
    public void create(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        String path = ReleasePaths.collection(metadata.stringOrEmpty("namespace"));
        succeeded(metadata.stringOrEmpty("name"), http.send("POST", path, asAdoption(), codec.encode(release)));
    }

    private static Query asAdoption() {
        return new Query().with("fieldManager", ReleaseConverter.ADOPTION_MANAGER);
    }

    private byte[] succeeded(String name, KubernetesResponse response) {
        if (response.isSuccess()) {
            return response.body();
        }
        throw new ApiException(RemoteStatus.of(response, codec)
                .map(status -> error(name, status))
                .orElseGet(
                        () -> ApiError.unavailable("the kube-apiserver answered with HTTP status " + response.code())));
    }

    private static ApiError error(String name, RemoteStatus status) {
        if (status.reason() == StatusReason.CONFLICT) {
            return new ApiError.Conflict(RELEASES, name, ApiError.Conflict.MODIFIED);
        }
        if (status.reason() == StatusReason.ALREADY_EXISTS) {
            return new ApiError.AlreadyExists(RELEASES, name, false);
        }
        if (status.reason() == StatusReason.NOT_FOUND && status.detailsKind().isEmpty()) {
            return ApiError.unavailable("the cluster does not serve HelmReleases v2; install the CRDs of Flux");
        }
        return ApiError.plain(status.reason(), status.message());
    }
}

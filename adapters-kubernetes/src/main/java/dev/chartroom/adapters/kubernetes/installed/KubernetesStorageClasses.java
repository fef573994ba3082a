package dev.chartroom.adapters.kubernetes.installed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.computed.StorageClass;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.StorageClasses;
import java.util.List;
import java.util.Optional;

/** The storage classes of the kube-apiserver, which lists them in the order of their names. */
public final class KubernetesStorageClasses implements StorageClasses {
    private static final int FORBIDDEN = 403;

    private final KubernetesHttp http;
    private final JsonCodec codec;

    public KubernetesStorageClasses(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public Optional<List<StorageClass>> list(int limit) {
        KubernetesResponse response =
                http.get("/apis/storage.k8s.io/v1/storageclasses", new Query().with("limit", Integer.toString(limit)));
        if (response.code() == FORBIDDEN) {
            return Optional.empty();
        }
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject list)) {
            throw new ApiException(
                    ApiError.unavailable("the list of storage classes has HTTP status " + response.code()));
        }
        return Optional.of(list.arrayOrEmpty("items").objects().stream()
                .map(StorageClass::of)
                .toList());
    }
}

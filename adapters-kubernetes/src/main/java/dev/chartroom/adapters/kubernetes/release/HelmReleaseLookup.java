package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ReleaseLookup;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the HelmReleases of a Kubernetes API server, one by one or in pages. */
public final class HelmReleaseLookup implements ReleaseLookup {
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final ReleaseDecoder reader;

    /** @param codec like that of {@link HelmReleaseStore} */
    public HelmReleaseLookup(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.reader = new ReleaseDecoder(codec);
    }

    @Override
    public Optional<JsonObject> find(NamespacedName release) {
        KubernetesResponse response = http.get(ReleasePaths.of(release), new Query());
        return response.code() == NOT_FOUND
                ? Optional.empty()
                : reader.parsed(successful(response).body());
    }

    @Override
    public void forEach(String namespace, Consumer<JsonObject> release) {
        String next = "";
        do {
            byte[] metadata = http.read(
                    ReleasePaths.collection(namespace),
                    ReleaseQueries.page(next),
                    page -> EncodedList.read(page, item -> reader.parsed(item).ifPresent(release)),
                    this::refusal);
            next = reader.object(metadata).stringOrEmpty("continue");
        } while (!next.isEmpty());
    }

    private KubernetesResponse successful(KubernetesResponse response) {
        if (response.isSuccess()) {
            return response;
        }
        throw refusal(response);
    }

    private ApiException refusal(KubernetesResponse response) {
        return new ApiException(ApiError.unavailable(RemoteStatus.of(response, codec)
                .map(RemoteStatus::message)
                .orElse("the API server answered " + response.code())));
    }
}

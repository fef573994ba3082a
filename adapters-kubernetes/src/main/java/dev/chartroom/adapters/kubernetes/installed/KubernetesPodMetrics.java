package dev.chartroom.adapters.kubernetes.installed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.computed.PodUsage;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ReleaseMetrics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The metrics of metrics.k8s.io, which a metrics server serves through the kube-apiserver. */
public final class KubernetesPodMetrics implements ReleaseMetrics {
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;

    public KubernetesPodMetrics(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public Optional<Map<String, PodUsage>> of(String namespace) {
        KubernetesResponse response =
                http.get("/apis/metrics.k8s.io/v1beta1/namespaces/" + namespace + "/pods", new Query());
        return switch (response.code()) {
            case FORBIDDEN ->
                throw new ApiException(
                        ApiError.internal("the server has no permission to list pods of metrics.k8s.io"));
            case NOT_FOUND -> Optional.empty();
            default -> Optional.of(usage(response));
        };
    }

    private Map<String, PodUsage> usage(KubernetesResponse response) {
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject list)) {
            throw new ApiException(ApiError.unavailable("metrics.k8s.io answered with HTTP status " + response.code()));
        }
        Map<String, PodUsage> usage = new HashMap<>();
        list.arrayOrEmpty("items")
                .objects()
                .forEach(pod -> usage.put(pod.objectOrEmpty("metadata").stringOrEmpty("name"), PodUsage.of(pod)));
        return usage;
    }
}

package dev.chartroom.adapters.kubernetes.placement;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;

/** Converts the API server's errors for this package's requests. */
final class Refusal {
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;

    private Refusal() {}

    /** @return ServiceUnavailable, because neither the request nor the user is at fault */
    static ApiException of(KubernetesResponse response, JsonCodec codec) {
        return new ApiException(ApiError.unavailable(RemoteStatus.of(response, codec)
                .map(RemoteStatus::message)
                .orElse("the API server answered " + response.code())));
    }
}

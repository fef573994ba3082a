package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import java.util.List;

/** Reads ResourceQuotas, and replaces their status. */
record QuotaStatuses(KubernetesHttp http, JsonCodec codec) {
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    /** Reads a quota. A deleted one limits nothing. */
    CountedQuota read(String namespace, String quota, String resource) {
        KubernetesResponse response = http.get(path(namespace, quota), new Query());
        if (!response.isSuccess() && response.code() != NOT_FOUND) {
            throw failed(response);
        }
        JsonObject found = response.isSuccess() && codec.parse(response.body()) instanceof JsonObject object
                ? object
                : JsonObject.EMPTY;
        return new CountedQuota(found, resource);
    }

    /** Replaces the status of a quota. Returns false if another client has changed the quota since it was read. */
    boolean replace(String namespace, String name, JsonObject quota) {
        KubernetesResponse response =
                http.send("PUT", path(namespace, name) + "/status", new Query(), codec.encode(quota));
        if (response.code() == CONFLICT) {
            return false;
        }
        if (!response.isSuccess() && response.code() != NOT_FOUND) {
            throw failed(response);
        }
        return true;
    }

    private ApiException failed(KubernetesResponse response) {
        String why = "the quota of the namespace cannot be read or updated: "
                + RemoteStatus.of(response, codec).map(RemoteStatus::message).orElse("HTTP status " + response.code());
        boolean passing = response.code() == 429 || response.code() >= 500;
        return new ApiException(
                passing
                        ? new ApiError.Plain(
                                StatusReason.SERVICE_UNAVAILABLE,
                                why,
                                List.of(),
                                Math.max(1, response.retryAfterSeconds()))
                        : ApiError.internal(why));
    }

    /** Returns the path of a quota. Both names come from the API server, so they need no escaping. */
    private static String path(String namespace, String quota) {
        return "/api/v1/namespaces/" + namespace + "/resourcequotas/" + quota;
    }
}

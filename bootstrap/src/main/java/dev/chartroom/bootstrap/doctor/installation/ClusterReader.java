package dev.chartroom.bootstrap.doctor.installation;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.assembly.Cluster;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads objects of a cluster. Errors have the message of the kube-apiserver. */
public record ClusterReader(Cluster cluster) {
    private static final String PAGE = "500";
    private static final int NOT_FOUND = 404;

    /** @param path from the root, with escaped segments */
    public KubernetesResponse get(String path) {
        return cluster.http().get(path, new Query());
    }

    /** Returns an object; empty if it or its resource does not exist. */
    public Optional<JsonObject> find(String path) {
        KubernetesResponse response = get(path);
        return response.code() == NOT_FOUND ? Optional.empty() : Optional.of(object(response));
    }

    /** Returns all objects of a resource; none if the resource does not exist. */
    public List<JsonObject> list(String path) {
        List<JsonObject> objects = new ArrayList<>();
        String next = "";
        do {
            KubernetesResponse response =
                    cluster.http().get(path, new Query().with("limit", PAGE).with("continue", next));
            if (response.code() == NOT_FOUND) {
                return objects;
            }
            JsonObject list = object(response);
            objects.addAll(list.arrayOrEmpty("items").objects());
            next = list.objectOrEmpty("metadata").stringOrEmpty("continue");
        } while (!next.isEmpty());
        return objects;
    }

    /** Sends an object to a resource and returns the answer. The resource is one that changes nothing, such as reviews. */
    public JsonObject review(String path, JsonObject review) {
        return object(
                cluster.http().send("POST", path, new Query(), cluster.stored().encode(review)));
    }

    private JsonObject object(KubernetesResponse response) {
        if (response.isSuccess() && cluster.stored().parse(response.body()) instanceof JsonObject object) {
            return object;
        }
        throw new ApiException(RemoteStatus.of(response, cluster.stored())
                .map(status -> ApiError.plain(status.reason(), status.message()))
                .orElseGet(
                        () -> ApiError.unavailable("the kube-apiserver answered with HTTP status " + response.code())));
    }
}

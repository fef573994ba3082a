package dev.chartroom.adapters.kubernetes.apiservice;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import java.util.List;
import java.util.Set;

/** The APIServices that refer to a Service. */
public final class ServiceRegistrations {
    private static final String PATH = "/apis/apiregistration.k8s.io/v1/apiservices";
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final NamespacedName service;

    public ServiceRegistrations(KubernetesHttp http, JsonCodec codec, NamespacedName service) {
        this.http = http;
        this.codec = codec;
        this.service = service;
    }

    /**
     * Returns the names of the APIServices.
     *
     * @param groups only those of these API groups; empty for all
     * @throws ApiException if the cluster does not list them
     */
    public List<String> names(Set<String> groups) {
        KubernetesResponse response = http.get(PATH, new Query());
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject list)) {
            throw refusal("list APIServices", response);
        }
        return list.arrayOrEmpty("items").objects().stream()
                .filter(apiService -> isSelected(apiService.objectOrEmpty("spec"), groups))
                .map(apiService -> apiService.objectOrEmpty("metadata").stringOrEmpty("name"))
                .sorted()
                .toList();
    }

    /**
     * Deletes an APIService. A missing one counts as deleted.
     *
     * @throws ApiException if the cluster does not delete it
     */
    public void delete(String name) {
        KubernetesResponse response = http.send("DELETE", PATH + "/" + name, new Query(), new byte[0]);
        if (!response.isSuccess() && response.code() != NOT_FOUND) {
            throw refusal("delete the APIService " + name, response);
        }
    }

    private boolean isSelected(JsonObject spec, Set<String> groups) {
        JsonObject target = spec.objectOrEmpty("service");
        return service.equals(new NamespacedName(target.stringOrEmpty("namespace"), target.stringOrEmpty("name")))
                && (groups.isEmpty() || groups.contains(spec.stringOrEmpty("group")));
    }

    private ApiException refusal(String action, KubernetesResponse response) {
        String reason = RemoteStatus.of(response, codec)
                .map(RemoteStatus::message)
                .orElse("the API server answered " + response.code());
        return new ApiException(ApiError.unavailable("cannot " + action + ": " + reason));
    }
}

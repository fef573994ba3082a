package dev.chartroom.adapters.kubernetes.installed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterResources;
import java.util.HashMap;
import java.util.Map;

/** The resources in the discovery of a Kubernetes API server. */
public final class KubernetesResources implements ClusterResources {
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;

    public KubernetesResources(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public Map<String, Resource> of(GroupVersion groupVersion) {
        // The names come from a chart. Other texts could be another path.
        boolean isName = NameFormats.dnsLabel(groupVersion.version()).isEmpty()
                && (groupVersion.group().isEmpty()
                        || NameFormats.dnsSubdomain(groupVersion.group()).isEmpty());
        if (!isName) {
            return Map.of();
        }
        KubernetesResponse response = http.get("/" + groupVersion.path(), new Query());
        if (response.code() == NOT_FOUND) {
            return Map.of();
        }
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject list)) {
            throw new ApiException(ApiError.unavailable(
                    "the discovery of " + groupVersion + " answered with HTTP status " + response.code()));
        }
        Map<String, Resource> resources = new HashMap<>();
        list.arrayOrEmpty("resources").objects().stream()
                .filter(resource -> !resource.stringOrEmpty("name").contains("/"))
                .forEach(resource -> resources.putIfAbsent(
                        resource.stringOrEmpty("kind"),
                        new Resource(resource.stringOrEmpty("name"), resource.isTrue("namespaced"))));
        return Map.copyOf(resources);
    }
}

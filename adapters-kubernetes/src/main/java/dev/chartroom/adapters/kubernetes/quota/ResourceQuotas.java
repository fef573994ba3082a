package dev.chartroom.adapters.kubernetes.quota;

import dev.chartroom.adapters.kubernetes.client.FollowedResource;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import java.util.List;

/**
 * Which ResourceQuotas there are, so that a namespace without any costs a write no request. What they say is looked up
 * when it counts. Thread-safe.
 */
public final class ResourceQuotas implements AutoCloseable {
    private final FollowedResource quotas;

    private ResourceQuotas(FollowedResource quotas) {
        this.quotas = quotas;
    }

    /** Follows them in the background. */
    public static ResourceQuotas start(KubernetesHttp http, JsonCodec codec) {
        return new ResourceQuotas(FollowedResource.start(http, codec, "/api/v1/resourcequotas", () -> {}));
    }

    /** Whether it is known which there are. For readiness. */
    public boolean isLoaded() {
        return quotas.isLoaded();
    }

    /** The names of those of a namespace that limit a resource, such as {@code count/redises.apps.example.com}. */
    List<String> limiting(String namespace, String resource) {
        return quotas.in(namespace).stream()
                .filter(quota ->
                        quota.objectOrEmpty("spec").objectOrEmpty("hard").has(resource))
                .map(ResourceQuotas::name)
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        quotas.close();
    }

    private static String name(JsonObject quota) {
        return quota.objectOrEmpty("metadata").stringOrEmpty("name");
    }
}

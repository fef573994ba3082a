package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.json.JsonCodec;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lists and watches the ResourceQuotas, so that a write in a namespace without quotas needs no request to the cluster.
 * The content of a quota is read again before it is used. Thread-safe.
 */
public final class ResourceQuotas implements AutoCloseable {
    private final Reflector quotas;

    private ResourceQuotas(Reflector quotas) {
        this.quotas = quotas;
    }

    /** Starts the list and watch in the background. */
    public static ResourceQuotas start(KubernetesHttp http, JsonCodec codec) {
        return new ResourceQuotas(Reflector.start(http, codec, "/api/v1/resourcequotas", () -> {}));
    }

    /** Returns whether the quotas have been listed. For readiness. */
    public boolean isLoaded() {
        return quotas.isLoaded();
    }

    /**
     * Returns the names of a namespace's quotas that limit a resource, such as {@code count/redises.apps.example.com}.
     */
    List<String> limiting(String namespace, String resource) {
        return mentioning(namespace, resource)
                .map(ResourceQuotas::name)
                .sorted()
                .toList();
    }

    /** Returns the quotas that limit a resource, by name, as they were received last. */
    List<CountedQuota> received(String namespace, String resource) {
        return mentioning(namespace, resource)
                .map(quota -> new CountedQuota(quota, resource))
                .filter(CountedQuota::isLimiting)
                .sorted(Comparator.comparing(CountedQuota::name))
                .toList();
    }

    private Stream<JsonObject> mentioning(String namespace, String resource) {
        return quotas.in(namespace).stream()
                .filter(quota ->
                        quota.objectOrEmpty("spec").objectOrEmpty("hard").has(resource));
    }

    @Override
    public void close() {
        quotas.close();
    }

    private static String name(JsonObject quota) {
        return quota.objectOrEmpty("metadata").stringOrEmpty("name");
    }
}

package dev.chartroom.adapters.kubernetes.quota;

import com.google.gson.JsonObject;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.informer.cache.Caches;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;

/**
 * Which ResourceQuotas there are, kept up to date by a watch: so that a namespace without any costs a write nothing. What
 * they say is looked up when it counts. Thread-safe.
 */
public final class ResourceQuotas implements AutoCloseable {
    private final SharedInformerFactory informers;
    private final SharedIndexInformer<DynamicKubernetesObject> quotas;

    private ResourceQuotas(ApiClient client) {
        this.informers = new SharedInformerFactory(client, Executors.newVirtualThreadPerTaskExecutor(), true);
        this.quotas = informers.sharedIndexInformerFor(
                new DynamicKubernetesApi("", "v1", "resourcequotas", client), DynamicKubernetesObject.class, 0);
    }

    /** @param client of its own: it must wait for events without a limit, and pings find out whether anybody is there */
    public static ResourceQuotas start(ApiClient client) {
        ResourceQuotas started = new ResourceQuotas(client.setReadTimeout(0));
        started.informers.startAllRegisteredInformers();
        return started;
    }

    /** Whether it is known which there are. For readiness. */
    public boolean isLoaded() {
        return quotas.hasSynced();
    }

    /** The names of those of a namespace that limit a resource, such as {@code count/redises.apps.example.com}. */
    List<String> limiting(String namespace, String resource) {
        return quotas.getIndexer().byIndex(Caches.NAMESPACE_INDEX, namespace).stream()
                .filter(quota -> limits(quota.getRaw(), resource))
                .map(quota -> quota.getMetadata().getName())
                .sorted()
                .toList();
    }

    private static boolean limits(JsonObject quota, String resource) {
        return Optional.ofNullable(quota.getAsJsonObject("spec"))
                .map(spec -> spec.getAsJsonObject("hard"))
                .filter(hard -> hard.has(resource))
                .isPresent();
    }

    @Override
    public void close() {
        informers.stopAllRegisteredInformers();
    }
}

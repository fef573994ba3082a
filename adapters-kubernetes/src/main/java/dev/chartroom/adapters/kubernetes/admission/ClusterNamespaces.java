package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.admission.NamespaceDirectory;
import dev.chartroom.ports.json.JsonCodec;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The namespaces of the cluster, kept up to date by a watch. */
final class ClusterNamespaces implements NamespaceDirectory, AutoCloseable {
    private static final String PATH = "/api/v1/namespaces";
    private static final int NOT_FOUND = 404;
    /** The time to wait for the watch to report a namespace that was just created. Upstream waits as long. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final Reflector namespaces;

    private ClusterNamespaces(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.namespaces = Reflector.start(http, codec, PATH, () -> {});
    }

    /** Starts the list and watch in the background. */
    static ClusterNamespaces start(KubernetesHttp http, JsonCodec codec) {
        return new ClusterNamespaces(http, codec);
    }

    /** Returns whether the namespaces have been listed. Until then, each namespace is read on demand. For readiness. */
    boolean isLoaded() {
        return namespaces.isLoaded();
    }

    @Override
    public JsonObject get(String name) {
        NamespacedName key = new NamespacedName("", name);
        Optional<JsonObject> known = namespaces.find(key);
        if (known.isEmpty() && namespaces.isLoaded()) {
            LockSupport.parkNanos(PATIENCE.toNanos());
            known = namespaces.find(key);
        }
        return known.orElseGet(() -> live(name));
    }

    private JsonObject live(String name) {
        ApiException missing = new ApiException(new ApiError.NotFound(new GroupResource("", "namespaces"), name));
        if (!NameFormats.dnsLabel(name).isEmpty()) {
            throw missing;
        }
        KubernetesResponse response = http.get(PATH + "/" + name, new Query());
        if (response.code() == NOT_FOUND) {
            throw missing;
        }
        if (response.isSuccess() && codec.parse(response.body()) instanceof JsonObject namespace) {
            return namespace;
        }
        throw new ApiException(ApiError.unavailable("the namespace cannot be looked up, please try again"));
    }

    @Override
    public void close() {
        namespaces.close();
    }
}

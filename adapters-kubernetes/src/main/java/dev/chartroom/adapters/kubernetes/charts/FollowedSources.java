package dev.chartroom.adapters.kubernetes.charts;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.json.JsonCodec;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Watches Flux's sources with one list and watch for each kind and namespace. Most charts are in one namespace, so
 * there are few watches. A collection is watched only after a request for one of its sources. Not thread-safe.
 */
final class FollowedSources {
    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final Consumer<String> onChange;
    private final Map<String, Reflector> resources = new HashMap<>();

    /**
     * @param onChange receives the path of a collection in which a source may have changed; may be called by any thread
     */
    FollowedSources(KubernetesHttp http, JsonCodec codec, Consumer<String> onChange) {
        this.http = http;
        this.codec = codec;
        this.onChange = onChange;
    }

    /** Returns the collection that contains a source, and starts to watch it if necessary. */
    Reflector collectionOf(SourceRef source) {
        Runnable notifyChange = () -> onChange.accept(path(source));
        return resources.computeIfAbsent(
                path(source), path -> Reflector.start(http, codec, path, notifyChange, notifyChange));
    }

    /** Stops watching every collection that contains none of these sources. */
    void retain(Set<SourceRef> sources) {
        resources.entrySet().removeIf(resource -> {
            boolean goes = sources.stream().map(FollowedSources::path).noneMatch(resource.getKey()::equals);
            if (goes) {
                resource.getValue().close();
            }
            return goes;
        });
    }

    static String path(SourceRef source) {
        return "/apis/" + source.apiVersion() + "/namespaces/" + source.namespace() + "/" + plural(source);
    }

    static String plural(SourceRef source) {
        return source.kind().toLowerCase(Locale.ROOT).replaceFirst("y$", "ie") + "s";
    }

    /** Returns the name by which a {@link Reflector} finds the source. */
    static NamespacedName name(SourceRef source) {
        return new NamespacedName(source.namespace(), source.name());
    }
}

package dev.chartroom.adapters.kubernetes.charts;

import dev.chartroom.adapters.kubernetes.client.FollowedResource;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.json.JsonCodec;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Follows Flux's sources by one list and watch for each kind in each namespace, as charts mostly are in one; where nothing
 * is asked for, nothing is followed. Not thread-safe.
 */
final class FollowedSources {
    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final Consumer<String> onChange;
    private final Map<String, FollowedResource> resources = new HashMap<>();

    /** @param onChange is given the path of the sources of which one may be another, and may be run by any thread */
    FollowedSources(KubernetesHttp http, JsonCodec codec, Consumer<String> onChange) {
        this.http = http;
        this.codec = codec;
        this.onChange = onChange;
    }

    /** Those that a source is among, followed from now on. */
    FollowedResource around(SourceRef source) {
        Runnable look = () -> onChange.accept(path(source));
        return resources.computeIfAbsent(path(source), path -> FollowedResource.start(http, codec, path, look, look));
    }

    /** Follows no others any longer than those that one of these is among. */
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

    /** As the source's followers know it. */
    static NamespacedName name(SourceRef source) {
        return new NamespacedName(source.namespace(), source.name());
    }
}

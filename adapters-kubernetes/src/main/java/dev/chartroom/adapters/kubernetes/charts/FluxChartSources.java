package dev.chartroom.adapters.kubernetes.charts;

import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.ChartSources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines which of Flux's sources exist. A source is missing only if a successful list of its kind does not contain
 * it. The result is unknown if the list is denied or the cluster cannot be reached. It is also unknown if the cluster
 * does not serve the kind: Flux may be installed later, or only in part.
 */
public final class FluxChartSources implements ChartSources {
    private final FollowedSources sources;
    /** The last answer for each requested source. */
    private final Map<SourceRef, Optional<ChartPresence>> reported = new HashMap<>();

    private volatile Runnable onChange = () -> {};

    public FluxChartSources(KubernetesHttp http, JsonCodec codec) {
        sources = new FollowedSources(http, codec, this::onSourceChange);
    }

    @Override
    public synchronized Optional<ChartPresence> of(SourceRef source) {
        Optional<ChartPresence> now = presence(source, sources.collectionOf(source));
        reported.put(source, now);
        return now;
    }

    @Override
    public synchronized void retain(Set<SourceRef> retained) {
        reported.keySet().retainAll(retained);
        sources.retain(retained);
    }

    @Override
    public void follow(Runnable follower) {
        onChange = follower;
    }

    @Override
    public void close() {
        retain(Set.of());
    }

    /** Ignores changes that do not affect an answer: each source updates its status every few minutes. */
    private void onSourceChange(String path) {
        if (hasChanged(path)) {
            onChange.run();
        }
    }

    private synchronized boolean hasChanged(String path) {
        return reported.entrySet().stream()
                .filter(known -> FollowedSources.path(known.getKey()).equals(path))
                .anyMatch(known -> !presence(known.getKey(), sources.collectionOf(known.getKey()))
                        .equals(known.getValue()));
    }

    private Optional<ChartPresence> presence(SourceRef source, Reflector collection) {
        if (collection.find(FollowedSources.name(source)).isPresent()) {
            return Optional.of(new ChartPresence.Found(source));
        }
        Optional<String> failure = collection.failure();
        if (failure.isPresent()) {
            Optional<ChartPresence> known = reported.getOrDefault(source, Optional.empty());
            // During an outage a missing source stays missing.
            return known.filter(ChartPresence.Missing.class::isInstance).isPresent()
                    ? known
                    : Optional.of(new ChartPresence.Unknown(source, failure.get()));
        }
        if (!collection.isLoaded()) {
            return Optional.empty();
        }
        return Optional.of(
                collection.isServed()
                        ? new ChartPresence.Missing(source)
                        : new ChartPresence.Unknown(
                                source,
                                "the cluster has no " + FollowedSources.plural(source) + " of " + source.apiVersion()));
    }
}

package dev.chartroom.adapters.kubernetes.charts;

import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.ChartArchives;
import dev.chartroom.ports.kind.ChartSchemas;
import dev.chartroom.ports.kind.FollowedSchema;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The schemas of the charts in the artifacts of Flux's sources. */
public final class FluxChartSchemas implements ChartSchemas {
    /** The longest wait for a schema. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final FollowedSources sources;
    private final ChartArchives archives;
    private final Duration timeout;
    private final ArtifactClient client = new ArtifactClient();
    private final Map<SourceRef, FollowedChart> charts = new HashMap<>();
    private volatile Runnable onChange = () -> {};
    private boolean closed;

    public FluxChartSchemas(KubernetesHttp http, JsonCodec codec, ChartArchives archives) {
        this(http, codec, archives, TIMEOUT);
    }

    /** @param timeout the longest wait for a schema */
    FluxChartSchemas(KubernetesHttp http, JsonCodec codec, ChartArchives archives, Duration timeout) {
        this.timeout = timeout;
        this.sources = new FollowedSources(http, codec, this::onSourceChange);
        this.archives = archives;
    }

    @Override
    public synchronized FollowedSchema of(SourceRef source) {
        if (closed) {
            return new FollowedSchema.Awaited();
        }
        return charts.computeIfAbsent(source, this::follow).schema();
    }

    @Override
    public synchronized void retain(Set<SourceRef> retained) {
        charts.entrySet().removeIf(chart -> {
            boolean goes = !retained.contains(chart.getKey());
            if (goes) {
                chart.getValue().close();
            }
            return goes;
        });
        sources.retain(retained);
    }

    @Override
    public void follow(Runnable follower) {
        onChange = follower;
    }

    @Override
    public synchronized void close() {
        closed = true;
        retain(Set.of());
    }

    private FollowedChart follow(SourceRef source) {
        return new FollowedChart(source, sources.collectionOf(source), client, archives, timeout, () -> onChange.run());
    }

    /** Notifies the charts whose source may have changed. */
    private synchronized void onSourceChange(String path) {
        charts.forEach((source, chart) -> {
            if (FollowedSources.path(source).equals(path)) {
                chart.requestCheck();
            }
        });
    }
}

package dev.chartroom.bootstrap.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * A counter without the suffix {@code _total}, which the library adds to every counter. Some metrics of upstream have
 * no such suffix. Prometheus sees them as untyped.
 */
final class PlainCounter implements Collector {
    private final String name;
    private final String help;
    private final String[] labels;
    private final Map<List<String>, LongAdder> counts = new ConcurrentHashMap<>();

    PlainCounter(String name, String help, String... labels) {
        this.name = name;
        this.help = help;
        this.labels = labels;
    }

    /** Returns the count for these values of the labels. */
    LongAdder of(String... values) {
        return counts.computeIfAbsent(List.of(values), _ -> new LongAdder());
    }

    @Override
    public String getPrometheusName() {
        return name;
    }

    @Override
    public MetricSnapshot collect() {
        UnknownSnapshot.Builder snapshot = UnknownSnapshot.builder().name(name).help(help);
        counts.forEach((values, count) -> snapshot.dataPoint(UnknownDataPointSnapshot.builder()
                .labels(Labels.of(labels, values.toArray(String[]::new)))
                .value((double) count.sum())
                .build()));
        return snapshot.build();
    }
}

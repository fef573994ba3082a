package dev.chartroom.adapters.http.metrics;

import dev.chartroom.domain.kind.ApplicationKind;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The metrics of watch events. The kube-apiserver has all of them except the delay of the delivery. */
final class WatchInstruments {
    /** Seconds. */
    private static final double[] DELAYS = {.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};

    /** Bytes. */
    private static final double[] SIZES = {1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072};

    private static final String[] KIND = {"group", "version", "resource"};

    private final Counter events;
    private final Histogram sizes;
    private final Histogram deliveries;

    WatchInstruments(PrometheusRegistry registry) {
        events = Counter.builder()
                .name("apiserver_watch_events_total")
                .help("Watch events sent to clients.")
                .labelNames(KIND)
                .withoutExemplars()
                .register(registry);
        sizes = Histogram.builder()
                .name("apiserver_watch_events_sizes")
                .help("Sizes of the watch events sent to clients, in bytes.")
                .labelNames(KIND)
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(SIZES)
                .register(registry);
        deliveries = Histogram.builder()
                .name("chartroom_watch_delivery_seconds")
                .help("Seconds from the receipt of a change to the sending of its event, for each watch.")
                .labelNames(KIND)
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(DELAYS)
                .register(registry);
    }

    /** Returns the metrics for the events of one watch. */
    RequestMetrics.Deliveries of(ApplicationKind kind) {
        String[] labels = {
            kind.groupResource().group(), kind.version(), kind.groupResource().resource()
        };
        var counted = events.labelValues(labels);
        var measured = sizes.labelValues(labels);
        var timed = deliveries.labelValues(labels);
        return (frames, lag) -> {
            counted.inc(frames.size());
            for (byte[] frame : frames) {
                measured.observe(frame.length);
            }
            if (lag != null) {
                timed.observe(RequestMetrics.seconds(lag.toNanos()));
            }
        };
    }
}

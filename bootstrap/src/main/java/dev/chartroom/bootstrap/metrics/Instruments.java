package dev.chartroom.bootstrap.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Consumer;

/** Creates metrics as the server needs them: classic histograms, and no exemplars. */
record Instruments(PrometheusRegistry registry) {

    Counter counter(String name, String help, String... labels) {
        return Counter.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    /** Returns a counter whose name does not end with {@code _total}. */
    PlainCounter plainCounter(String name, String help, String... labels) {
        PlainCounter counter = new PlainCounter(name, help, labels);
        registry.register(counter);
        return counter;
    }

    /** @param bounds the upper bounds of the buckets, in seconds */
    Histogram histogram(String name, String help, double[] bounds, String... labels) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(bounds)
                .register(registry);
    }

    /** @param callback returns the values, at each scrape */
    void gauge(String name, String help, Consumer<GaugeWithCallback.Callback> callback, String... labels) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(callback)
                .register(registry);
    }

    /** Returns the seconds since {@code start}, a {@link System#nanoTime}. */
    static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}

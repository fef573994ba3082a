package dev.chartroom.adapters.http.metrics;

import dev.chartroom.core.event.MirrorOutcome;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.ToLongFunction;

/** The metric of mirrored Events, read at each scrape. */
final class EventMetrics {
    private EventMetrics() {}

    /** @param events returns the number of Events with an outcome */
    static void register(PrometheusRegistry registry, ToLongFunction<MirrorOutcome> events) {
        CounterWithCallback.builder()
                .name("chartroom_mirrored_events_total")
                .help("Events of releases and of their objects that this replica mirrored or dropped, by outcome.")
                .labelNames("outcome")
                .callback(counter -> {
                    for (MirrorOutcome outcome : MirrorOutcome.values()) {
                        counter.call((double) events.applyAsLong(outcome), outcome.text());
                    }
                })
                .register(registry);
    }
}

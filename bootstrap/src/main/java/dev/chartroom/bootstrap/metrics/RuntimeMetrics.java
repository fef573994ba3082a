package dev.chartroom.bootstrap.metrics;

import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** The metrics of the process and the JVM. The first scrape loads their classes, so that they do not slow the start. */
final class RuntimeMetrics implements MultiCollector {
    /** Initialized at the first use, by one thread. */
    private static final class Registry {
        private static final PrometheusRegistry REGISTRY = created();

        private static PrometheusRegistry created() {
            PrometheusRegistry registry = new PrometheusRegistry();
            ProcessMetrics.builder().register(registry);
            JvmMemoryMetrics.builder().register(registry);
            JvmGarbageCollectorMetrics.builder().register(registry);
            JvmThreadsMetrics.builder().register(registry);
            JvmBufferPoolMetrics.builder().register(registry);
            JvmRuntimeInfoMetric.builder().register(registry);
            return registry;
        }
    }

    @Override
    public MetricSnapshots collect() {
        return Registry.REGISTRY.scrape();
    }
}

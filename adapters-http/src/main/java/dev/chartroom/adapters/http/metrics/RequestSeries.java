package dev.chartroom.adapters.http.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * The time series of all requests with the same labels. A request finds them with one lookup, instead of one lookup for
 * each metric. Thread-safe.
 */
final class RequestSeries {
    private final DistributionDataPoint durations;
    private final DistributionDataPoint sizes;
    private final Optional<DistributionDataPoint> bodies;
    private final GaugeDataPoint longRunning;
    private final IntFunction<CounterDataPoint> requests;
    private final IntFunction<CounterDataPoint> terminations;
    private final Map<Integer, CounterDataPoint> requestsByCode = new ConcurrentHashMap<>();

    /**
     * @param bodies the sizes of bodies; empty if such a request has none
     * @param requests returns the counter of a response code
     * @param terminations as {@code requests}, for requests that the server terminated
     */
    RequestSeries(
            DistributionDataPoint durations,
            DistributionDataPoint sizes,
            Optional<DistributionDataPoint> bodies,
            GaugeDataPoint longRunning,
            IntFunction<CounterDataPoint> requests,
            IntFunction<CounterDataPoint> terminations) {
        this.durations = durations;
        this.sizes = sizes;
        this.bodies = bodies;
        this.longRunning = longRunning;
        this.requests = requests;
        this.terminations = terminations;
    }

    void count(int code) {
        requestsByCode.computeIfAbsent(code, requests::apply).inc();
    }

    /** Counts a request that the server terminated to protect itself. */
    void countTermination(int code) {
        terminations.apply(code).inc();
    }

    void took(double seconds) {
        durations.observe(seconds);
    }

    void sent(long bytes) {
        sizes.observe((double) bytes);
    }

    /** Records the size of a body that was read. */
    void received(long bytes) {
        bodies.ifPresent(sizes -> sizes.observe((double) bytes));
    }

    GaugeDataPoint longRunning() {
        return longRunning;
    }
}

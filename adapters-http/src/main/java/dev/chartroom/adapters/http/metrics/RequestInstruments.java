package dev.chartroom.adapters.http.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** The metrics of requests, with the names, labels and buckets of the kube-apiserver. Thread-safe. */
final class RequestInstruments {
    /** Seconds. */
    private static final double[] DURATIONS = {
        .005, .025, .05, .1, .2, .4, .6, .8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60
    };

    /** Bytes. */
    private static final double[] SIZES = {1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

    /** Bytes, up to the limit of a body. */
    private static final double[] BODIES =
            IntStream.rangeClosed(0, 30).mapToDouble(i -> 50_000 + 100_000 * i).toArray();

    private final Counter requests;
    private final Histogram durations;
    private final Histogram sizes;
    private final Histogram bodies;
    private final Gauge longRunning;
    private final Counter terminations;
    private final GaugeDataPoint reads;
    private final GaugeDataPoint writes;
    private final Map<RequestLabels, RequestSeries> series = new ConcurrentHashMap<>();

    RequestInstruments(PrometheusRegistry registry) {
        String[] labels = RequestLabels.NAMES.toArray(String[]::new);
        requests = Counter.builder()
                .name("apiserver_request_total")
                .help("Requests, by verb, resource and response code.")
                .labelNames(with("code", RequestLabels.NAMES))
                .withoutExemplars()
                .register(registry);
        durations = Histogram.builder()
                .name("apiserver_request_duration_seconds")
                .help("Duration of requests in seconds. A watch lasts until it ends.")
                .labelNames(labels)
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(DURATIONS)
                .register(registry);
        sizes = Histogram.builder()
                .name("apiserver_response_sizes")
                .help("Sizes of the responses to GET and LIST in bytes, with headers.")
                .labelNames(RequestLabels.NAMES_WITHOUT_DRY_RUN.toArray(String[]::new))
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(SIZES)
                .register(registry);
        bodies = Histogram.builder()
                .name("apiserver_request_body_size_bytes")
                .help("Sizes of the bodies of requests for resources, by resource and verb.")
                .labelNames("group", "resource", "verb")
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(BODIES)
                .register(registry);
        longRunning = Gauge.builder()
                .name("apiserver_longrunning_requests")
                .help("Open watches.")
                .labelNames(labels)
                .register(registry);
        terminations = Counter.builder()
                .name("apiserver_request_terminations_total")
                .help("Requests that the server rejected or ended to protect itself: too many requests, or too late.")
                .labelNames(with("code", RequestLabels.NAMES_WITHOUT_DRY_RUN))
                .withoutExemplars()
                .register(registry);
        Gauge inFlight = Gauge.builder()
                .name("apiserver_current_inflight_requests")
                .help("Requests that the server handles now, except watches.")
                .labelNames("request_kind")
                .register(registry);
        reads = inFlight.labelValues("readOnly");
        writes = inFlight.labelValues("mutating");
    }

    /** Returns the number of requests that are neither watches nor changes. */
    GaugeDataPoint reads() {
        return reads;
    }

    /** Returns the number of requests that change something. */
    GaugeDataPoint writes() {
        return writes;
    }

    RequestSeries of(RequestLabels labels) {
        RequestSeries known = series.get(labels);
        return known == null ? series.computeIfAbsent(labels, this::created) : known;
    }

    private RequestSeries created(RequestLabels labels) {
        List<String> values = labels.values();
        List<String> withoutDryRun = labels.valuesWithoutDryRun();
        return new RequestSeries(
                durations.labelValues(values.toArray(String[]::new)),
                sizes.labelValues(withoutDryRun.toArray(String[]::new)),
                labels.verbOfBody().isEmpty()
                        ? Optional.empty()
                        : Optional.of(bodies.labelValues(labels.group(), labels.resource(), labels.verbOfBody())),
                longRunning.labelValues(values.toArray(String[]::new)),
                code -> ofCode(requests, values, code),
                code -> ofCode(terminations, withoutDryRun, code));
    }

    private static CounterDataPoint ofCode(Counter counter, List<String> values, int code) {
        return counter.labelValues(with(Integer.toString(code), values));
    }

    private static String[] with(String last, List<String> labels) {
        List<String> all = new ArrayList<>(labels);
        all.add(last);
        return all.toArray(String[]::new);
    }
}

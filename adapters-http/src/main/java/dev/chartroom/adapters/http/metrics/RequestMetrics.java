package dev.chartroom.adapters.http.metrics;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.event.MirrorOutcome;
import dev.chartroom.core.release.RolloutProgress;
import dev.chartroom.domain.kind.ApplicationKind;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests under the kube-apiserver's names and labels, so that dashboards and alerts for a kube-apiserver work
 * (wire contract A13, I3). It also measures the delay between Chartroom's receipt of a change and its delivery to
 * watches, for which the kube-apiserver has no metric.
 */
public final class RequestMetrics {
    /** Seconds. */
    private static final double[] REQUEST_BOUNDS = {
        .005, .025, .05, .1, .2, .4, .6, .8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60
    };

    /** Seconds. */
    private static final double[] DELIVERY_BOUNDS = {.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};

    private static final String[] KIND = {"group", "version", "resource"};

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ExpositionFormatWriter text = ExpositionFormats.init().getPrometheusTextFormatWriter();
    private final ExpositionFormatWriter openMetrics = ExpositionFormats.init().getOpenMetricsTextFormatWriter();
    private final KindCatalogue catalogue;
    private final Counter requests;
    private final Histogram durations;
    private final Gauge running;
    private final Counter events;
    private final Histogram deliveries;
    private final Counter auditEvents;

    /**
     * @param certificateExpires when the serving certificate expires
     * @param auditErrors returns the number of lost audit events
     * @param rollouts returns the progress of a kind's rollout; empty if the kind has none
     * @param mirroredEvents returns the number of mirrored Events with an outcome
     */
    public RequestMetrics(
            KindCatalogue catalogue,
            Supplier<Instant> certificateExpires,
            LongSupplier auditErrors,
            Function<ApplicationKind, Optional<RolloutProgress>> rollouts,
            ToLongFunction<MirrorOutcome> mirroredEvents) {
        this.catalogue = catalogue;
        String[] labels = RequestLabels.NAMES.toArray(String[]::new);
        List<String> withCode = new ArrayList<>(RequestLabels.NAMES);
        withCode.add("code");
        requests = Counter.builder()
                .name("apiserver_request_total")
                .help("Requests, by verb, resource and response code.")
                .labelNames(withCode.toArray(String[]::new))
                .withoutExemplars()
                .register(registry);
        durations = Histogram.builder()
                .name("apiserver_request_duration_seconds")
                .help("Duration of requests in seconds. A watch lasts until it ends.")
                .labelNames(labels)
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(REQUEST_BOUNDS)
                .register(registry);
        running = Gauge.builder()
                .name("apiserver_longrunning_requests")
                .help("Open watches.")
                .labelNames(labels)
                .register(registry);
        events = Counter.builder()
                .name("apiserver_watch_events_total")
                .help("Watch events sent to clients.")
                .labelNames(KIND)
                .withoutExemplars()
                .register(registry);
        deliveries = Histogram.builder()
                .name("chartroom_watch_delivery_seconds")
                .help("Seconds from the receipt of a change to the sending of its event, for each watch.")
                .labelNames(KIND)
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(DELIVERY_BOUNDS)
                .register(registry);
        auditEvents = Counter.builder()
                .name("apiserver_audit_event_total")
                .help("Audit events.")
                .withoutExemplars()
                .register(registry);
        CounterWithCallback.builder()
                .name("apiserver_audit_error_total")
                .help("Audit events that could not be recorded.")
                .labelNames("plugin")
                .callback(counter -> counter.call((double) auditErrors.getAsLong(), "log"))
                .register(registry);
        KindMetrics.register(registry, catalogue, rollouts);
        EventMetrics.register(registry, mirroredEvents);
        GaugeWithCallback.builder()
                .name("chartroom_serving_certificate_expiration_timestamp_seconds")
                .help("Expiration of the serving certificate, in seconds since 1970.")
                .callback(gauge -> gauge.call((double) certificateExpires.get().getEpochSecond()))
                .register(registry);
    }

    /** A request that was received. To be used by one thread. */
    public final class Running {
        private final long start = System.nanoTime();
        private RequestLabels labels;
        private boolean watch;

        private Running(String method) {
            this.labels = RequestLabels.ofPath(method);
        }

        /** Sets the labels to what the request asks for. */
        public void setLabels(RequestInfo info, boolean apply, boolean dryRun) {
            labels = RequestLabels.of(info, apply, dryRun, catalogue);
            watch = info.verb().equals("watch");
            if (watch) {
                running.labelValues(labels.values()).inc();
            }
        }

        /** Records the answer. */
        public void end(int code) {
            String[] values = labels.values();
            if (watch) {
                running.labelValues(values).dec();
            }
            durations.labelValues(values).observe(seconds(System.nanoTime() - start));
            List<String> withCode = new ArrayList<>(List.of(values));
            withCode.add(Integer.toString(code));
            requests.labelValues(withCode.toArray(String[]::new)).inc();
        }
    }

    /** Counts an audit event. */
    public void audited() {
        auditEvents.inc();
    }

    public Running begin(String method) {
        return new Running(method);
    }

    /** Returns the metrics for the events of one watch. */
    public Deliveries of(ApplicationKind kind) {
        String[] labels = {
            kind.groupResource().group(), kind.version(), kind.groupResource().resource()
        };
        var counted = events.labelValues(labels);
        var timed = deliveries.labelValues(labels);
        return (count, lag) -> {
            counted.inc(count);
            if (lag != null) {
                timed.observe(seconds(lag.toNanos()));
            }
        };
    }

    /** Records events that were sent. */
    @FunctionalInterface
    public interface Deliveries {
        /** @param lag the time since the program received the oldest of these events; null if they report no change */
        void sent(int count, @Nullable Duration lag);
    }

    /** Returns all metrics in the text format or in the OpenMetrics format. The Accept header decides. */
    public Exposition exposition(String accept) {
        // The library must not choose the format: it might choose protobuf, which needs a separate jar.
        ExpositionFormatWriter writer = openMetrics.accepts(accept) ? openMetrics : text;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Exposition(writer.getContentType(), out);
    }

    /** @param text UTF-8 */
    public record Exposition(String contentType, ByteArrayOutputStream text) {}

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}

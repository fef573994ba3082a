package dev.chartroom.adapters.http.metrics;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.event.MirrorOutcome;
import dev.chartroom.core.release.RolloutProgress;
import dev.chartroom.domain.kind.ApplicationKind;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    private static final Set<String> READS = Set.of("get", "list", "head");
    /** The codes of requests that the server ends to protect itself. */
    private static final Set<Integer> TERMINATIONS = Set.of(429, 504);

    private final PrometheusRegistry registry;
    private final ExpositionFormatWriter text = ExpositionFormats.init().getPrometheusTextFormatWriter();
    private final ExpositionFormatWriter openMetrics = ExpositionFormats.init().getOpenMetricsTextFormatWriter();
    private final KindCatalogue catalogue;
    private final RequestInstruments instruments;
    private final WatchInstruments watches;
    private final Counter auditEvents;

    /**
     * @param registry the metrics that {@link #exposition} returns; it can have further metrics
     * @param certificateExpires when the serving certificate expires
     * @param auditErrors returns the number of lost audit events
     * @param rollouts returns the progress of a kind's rollout; empty if the kind has none
     * @param mirroredEvents returns the number of mirrored Events with an outcome
     */
    public RequestMetrics(
            PrometheusRegistry registry,
            KindCatalogue catalogue,
            Supplier<Instant> certificateExpires,
            LongSupplier auditErrors,
            Function<ApplicationKind, Optional<RolloutProgress>> rollouts,
            ToLongFunction<MirrorOutcome> mirroredEvents) {
        this.registry = registry;
        this.catalogue = catalogue;
        this.instruments = new RequestInstruments(registry);
        this.watches = new WatchInstruments(registry);
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
        private @Nullable GaugeDataPoint running;
        private @Nullable MeasuredBody body;

        private Running(String method) {
            this.labels = RequestLabels.ofPath(method);
        }

        /** Sets the labels to what the request asks for. */
        public void setLabels(RequestInfo info, boolean apply, boolean dryRun) {
            labels = RequestLabels.of(info, apply, dryRun, catalogue);
            if (info.isLongRunning()) {
                running = instruments.of(labels).longRunning();
            } else {
                running = READS.contains(info.verb()) ? instruments.reads() : instruments.writes();
            }
            running.inc();
        }

        /** Returns the body of the request. Its size is recorded if all of it is read. */
        public InputStream measured(InputStream content) {
            MeasuredBody measured = body == null ? new MeasuredBody(content) : body;
            body = measured;
            return measured;
        }

        /**
         * Records the answer.
         *
         * @param bytes the size of the answer, with headers
         */
        public void end(int code, long bytes) {
            if (running != null) {
                running.dec();
            }
            RequestSeries series = instruments.of(labels);
            series.took(seconds(System.nanoTime() - start));
            series.count(code);
            if (labels.hasSize()) {
                series.sent(bytes);
            }
            if (body != null && body.isRead()) {
                series.received(body.size());
            }
            if (TERMINATIONS.contains(code)) {
                series.countTermination(code);
            }
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
        return watches.of(kind);
    }

    /** Records events that were sent. */
    @FunctionalInterface
    public interface Deliveries {
        /**
         * @param frames the events; not kept
         * @param lag the time since the program received the oldest of these events; null if they report no change
         */
        void sent(List<byte[]> frames, @Nullable Duration lag);
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

    static double seconds(long nanos) {
        return nanos / 1e9;
    }
}

package dev.chartroom.bootstrap.metrics;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * Metrics of each Application: its conditions, and a series that exists as long as the Application does. A scrape reads
 * the caches, and decodes only the objects that have changed since the previous scrape.
 */
final class ApplicationMetrics implements MultiCollector {
    /** The number of Applications with metrics. Prometheus has some ten series for each of them. */
    static final int MAX_APPLICATIONS = 20_000;

    private static final int MAX_CONDITIONS = 16;
    private static final ListRequest CACHED =
            new ListRequest("", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", "0", "");

    private final Supplier<List<ApplicationKind>> kinds;
    private final ApplicationStore store;
    private final JsonCodec codec;
    private final int limit;
    private IdentityHashMap<ServedApplication, Series> known = new IdentityHashMap<>();

    private record Series(InfoDataPointSnapshot info, List<GaugeDataPointSnapshot> conditions) {}

    /**
     * @param kinds returns the kinds whose objects are in a cache
     * @param store answers lists from the caches
     * @param limit the largest number of Applications
     */
    ApplicationMetrics(Supplier<List<ApplicationKind>> kinds, ApplicationStore store, JsonCodec codec, int limit) {
        this.kinds = kinds;
        this.store = store;
        this.codec = codec;
        this.limit = limit;
    }

    @Override
    public synchronized MetricSnapshots collect() {
        IdentityHashMap<ServedApplication, Series> current = new IdentityHashMap<>();
        InfoSnapshot.Builder infos =
                InfoSnapshot.builder().name("chartroom_application").help("1 for each Application.");
        GaugeSnapshot.Builder conditions = GaugeSnapshot.builder()
                .name("chartroom_application_condition")
                .help("1 for the current status of each condition of each Application.");
        int omitted = 0;
        for (ApplicationKind kind : kinds.get()) {
            for (ServedApplication each : list(kind)) {
                if (current.size() == limit) {
                    omitted++;
                    continue;
                }
                Series series = known.get(each);
                series = series == null ? series(kind, each) : series;
                current.put(each, series);
                infos.dataPoint(series.info());
                series.conditions().forEach(conditions::dataPoint);
            }
        }
        known = current;
        return MetricSnapshots.of(
                infos.build(),
                conditions.build(),
                GaugeSnapshot.builder()
                        .name("chartroom_applications_omitted")
                        .help("Applications without metrics, because there are too many.")
                        .dataPoint(
                                GaugeDataPointSnapshot.builder().value(omitted).build())
                        .build());
    }

    private List<ServedApplication> list(ApplicationKind kind) {
        try {
            return store.list(kind, CACHED).items();
        } catch (ApiException _) {
            // The other kinds still have metrics.
            return List.of();
        }
    }

    private Series series(ApplicationKind kind, ServedApplication application) {
        Labels labels = Labels.of(
                "group", kind.group(),
                "resource", kind.groupResource().resource(),
                "namespace", application.namespacedName().namespace(),
                "name", application.namespacedName().name());
        JsonObject object = codec.parse(application.json()) instanceof JsonObject json ? json : JsonObject.EMPTY;
        List<GaugeDataPointSnapshot> conditions =
                object.objectOrEmpty("status").arrayOrEmpty("conditions").objects().stream()
                        .limit(MAX_CONDITIONS)
                        .map(condition -> Labels.of(
                                "condition", condition.stringOrEmpty("type"),
                                "status", condition.stringOrEmpty("status")))
                        .distinct()
                        .map(condition -> GaugeDataPointSnapshot.builder()
                                .labels(labels.merge(condition))
                                .value(1)
                                .build())
                        .toList();
        return new Series(
                InfoDataPointSnapshot.builder()
                        .labels(labels.add("kind", kind.gvk().kind()))
                        .build(),
                conditions);
    }
}

package dev.chartroom.adapters.http.metrics;

import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.release.RolloutProgress;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.function.Function;

/**
 * Metrics of each definition's state, the number of objects of its kind and the progress of its rollout, read at each
 * scrape. The metric for the number of objects has the same name as in the kube-apiserver (wire contract I3).
 */
final class KindMetrics {
    private final KindCatalogue catalogue;
    private final Function<ApplicationKind, Optional<RolloutProgress>> rollouts;

    private KindMetrics(KindCatalogue catalogue, Function<ApplicationKind, Optional<RolloutProgress>> rollouts) {
        this.catalogue = catalogue;
        this.rollouts = rollouts;
    }

    static void register(
            PrometheusRegistry registry,
            KindCatalogue catalogue,
            Function<ApplicationKind, Optional<RolloutProgress>> rollouts) {
        KindMetrics metrics = new KindMetrics(catalogue, rollouts);
        GaugeWithCallback.builder()
                .name("chartroom_kind_definitions")
                .help("Kind definitions, by whether they are served or refused.")
                .labelNames("state")
                .callback(metrics::definitions)
                .register(registry);
        GaugeWithCallback.builder()
                .name("chartroom_kind_definition_status_condition")
                .help("1 for the current status and reason of each condition of each kind definition.")
                .labelNames("definition", "condition", "status", "reason")
                .callback(metrics::conditions)
                .register(registry);
        GaugeWithCallback.builder()
                .name("apiserver_resource_objects")
                .help("Objects of each served kind, if their number is known.")
                .labelNames("group", "resource")
                .callback(metrics::objects)
                .register(registry);
        GaugeWithCallback.builder()
                .name("chartroom_rollout_releases")
                .help("Releases of each kind that has a rollout, by state: all, outdated (not yet updated),"
                        + " unready (updated, but not Ready), refused (the cluster rejected the update).")
                .labelNames("group", "resource", "state")
                .callback(metrics::releases)
                .register(registry);
    }

    private void definitions(GaugeWithCallback.Callback gauge) {
        KindRegistry kinds = catalogue.registry();
        gauge.call(kinds.kinds().size(), "served");
        gauge.call(kinds.refusals().size(), "refused");
    }

    private void conditions(GaugeWithCallback.Callback gauge) {
        catalogue
                .registry()
                .statuses()
                .forEach((definition, status) -> status.conditions()
                        .forEach(condition -> gauge.call(
                                1,
                                definition,
                                condition.type(),
                                condition.status().text(),
                                condition.reason())));
    }

    private void objects(GaugeWithCallback.Callback gauge) {
        for (ApplicationKind kind : catalogue.registry().kinds()) {
            catalogue
                    .objects(kind)
                    .ifPresent(number -> gauge.call(
                            (double) number, kind.group(), kind.groupResource().resource()));
        }
    }

    private void releases(GaugeWithCallback.Callback gauge) {
        for (ApplicationKind kind : catalogue.registry().kinds()) {
            String resource = kind.groupResource().resource();
            rollouts.apply(kind).ifPresent(progress -> {
                gauge.call((double) progress.releases(), kind.group(), resource, "all");
                gauge.call((double) progress.outdated(), kind.group(), resource, "outdated");
                gauge.call((double) progress.unready(), kind.group(), resource, "unready");
                gauge.call((double) progress.refused(), kind.group(), resource, "refused");
            });
        }
    }
}

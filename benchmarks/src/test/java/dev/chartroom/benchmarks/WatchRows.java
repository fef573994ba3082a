package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.report.Spread;
import dev.chartroom.benchmarks.server.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Measures the time from a change of a release until the last of many watchers receives it. The watchers are those of
 * the release, and those of the application through the aggregator. Each side watches its own namespace.
 *
 * @param client creates clients of the kube-apiserver
 * @param events the number of events after the warm-up
 */
record WatchRows(Sides sides, Supplier<Endpoint> client, int watchers, int events) {
    private static final int WARM_UPS = 10;
    private static final String REFERENCE = "bench-watch-k";
    private static final String MEASURED = "bench-watch";

    List<Row> rows() {
        SampleApplication reference = stored(REFERENCE);
        SampleApplication measured = stored(MEASURED);
        List<Double> first = new ArrayList<>();
        List<Double> second = new ArrayList<>();
        try (Watchers ofReleases = open(Sides.releases(REFERENCE));
                Watchers ofApplications = open(sides.path(MEASURED))) {
            for (int event = 0; event < WARM_UPS + events; event++) {
                if (event % 2 == 0) {
                    first.add(millis(ofReleases, reference, event));
                    second.add(millis(ofApplications, measured, event));
                } else {
                    second.add(millis(ofApplications, measured, event));
                    first.add(millis(ofReleases, reference, event));
                }
            }
        }
        return List.of(row(0.5, 10, first, second), row(0.95, 30, first, second));
    }

    private Row row(double part, double limit, List<Double> first, List<Double> second) {
        return Row.difference(
                "Event to the last of %d watchers, aggregator, p%.0f".formatted(watchers, part * 100),
                new Rounds("ms", first.getFirst(), second.getFirst(), quantile(first, part), quantile(second, part)),
                limit);
    }

    private SampleApplication stored(String namespace) {
        Filling filling = new Filling(sides.admin());
        filling.namespace(namespace);
        SampleApplication application = new SampleApplication(sides.kind(), namespace, 0);
        filling.store(List.of(application));
        return application;
    }

    private Watchers open(String path) {
        return Watchers.open(client, path + "?watch=1&timeoutSeconds=1800", watchers);
    }

    private double millis(Watchers waiting, SampleApplication application, int event) {
        String marker = "\"event-" + event + "\"";
        String label = sides.kind().group() + "-event"; // the label "event" of the application
        return waiting.millisToLast(
                marker,
                () -> sides.admin()
                        .send(
                                "PATCH",
                                Sides.release(application),
                                Endpoint.MERGE_PATCH,
                                "{\"metadata\":{\"labels\":{\"" + label + "\":" + marker + "}}}"));
    }

    private static List<Double> quantile(List<Double> values, double part) {
        return List.of(Spread.quantile(values.subList(WARM_UPS, values.size()), part));
    }
}

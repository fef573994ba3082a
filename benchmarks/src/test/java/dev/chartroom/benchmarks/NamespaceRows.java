package dev.chartroom.benchmarks;

import static dev.chartroom.benchmarks.server.Endpoint.JSON;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import java.util.List;
import java.util.stream.IntStream;

/** Lists where there are many namespaces more, with one application each. */
record NamespaceRows(Sides sides, int rounds, int namespaces) {
    private static final int FIRST = 800_000;

    /** Makes the namespaces and their applications. */
    void fill() {
        Filling filling = new Filling(sides.admin());
        IntStream.range(0, namespaces).parallel().forEach(number -> filling.namespace(namespace(number)));
        filling.store(IntStream.range(0, namespaces)
                .mapToObj(number -> new SampleApplication(sides.kind(), namespace(number), FIRST + number))
                .toList());
    }

    List<Row> rows() {
        String one = namespace(namespaces / 2);
        String with = "With %,d namespaces more: ".formatted(namespaces);
        return List.of(
                Row.plain(
                        with + "LIST of one with one application, aggregator",
                        Rounds.measure(
                                "ms",
                                10 * rounds,
                                20 * rounds,
                                () -> Timing.millis(() -> sides.admin().get(Sides.releases(one), JSON)),
                                () -> Timing.millis(() -> sides.admin().get(sides.path(one), JSON)))),
                Row.plain(
                        with + "LIST all, rv unset, aggregator",
                        Rounds.measure(
                                "ms",
                                rounds / 2,
                                rounds,
                                () -> Timing.millis(() -> sides.admin().get(Sides.releases(), JSON)),
                                () -> Timing.millis(() -> sides.admin().get(sides.path(), JSON)))));
    }

    private static String namespace(int number) {
        return "bench-tenant-" + number;
    }
}

package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.ProcessorTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Measures the processor time that calls cost the kube-apiserver: calls that it answers itself, and calls that it
 * passes to Chartroom. The latter include the requests of Chartroom to the kube-apiserver.
 *
 * @param calls the number of writes in a round; there are more reads, and fewer lists
 */
record ProcessorRows(Sides sides, ProcessorTime kubeApiserver, int calls) {
    private static final int ROUNDS = 3;

    List<Row> rows() {
        SingleWrites writes = new SingleWrites(sides, "bench-processor");
        String namespace = SampleApplication.namespace(0);
        List<Row> rows = List.of(
                row(
                        "GET",
                        2 * calls,
                        number -> sides.user().get(Sides.release(sides.sample(number % 100))),
                        number -> sides.user().get(sides.path(sides.sample(number % 100)))),
                row("CREATE", calls, writes::createRelease, writes::createApplication),
                row("PATCH", calls, writes::patchRelease, writes::patchApplication),
                row(
                        "LIST of a namespace",
                        calls / 5,
                        _ -> sides.user().get(Sides.releases(namespace)),
                        _ -> sides.user().get(sides.path(namespace))),
                row(
                        "LIST of all",
                        2,
                        _ -> sides.admin().get(Sides.releases()),
                        _ -> sides.admin().get(sides.path())));
        writes.clear();
        return rows;
    }

    private Row row(String what, int calls, IntConsumer reference, IntConsumer measured) {
        List<Double> first = new ArrayList<>();
        List<Double> second = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            first.add(millis(round * calls, calls, reference));
            second.add(millis(round * calls, calls, measured));
        }
        return Row.plain(
                "Processor time of K, " + what + ", aggregator",
                new Rounds("ms", Double.NaN, Double.NaN, first, second));
    }

    /** Returns the time of one call. */
    private double millis(int from, int calls, IntConsumer call) {
        long before = kubeApiserver.total().toNanos();
        for (int i = 0; i < calls; i++) {
            call.accept(from + i);
        }
        return (kubeApiserver.total().toNanos() - before) / 1e6 / calls;
    }
}

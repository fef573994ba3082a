package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.ProcessorTime;
import dev.chartroom.benchmarks.server.ProgramProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Measures the cost of replicas for the kube-apiserver: each replica follows all releases with its own watch.
 *
 * @param start starts a replica
 * @param changes the number of changes in a round
 */
record ReplicaRows(Sides sides, ProcessorTime kubeApiserver, Supplier<ProgramProcess> start, int changes) {
    private static final String NAMESPACE = "bench-replicas";
    private static final int REPLICAS = 3;
    private static final int ROUNDS = 3;

    List<Row> rows() {
        Filling filling = new Filling(sides.admin());
        filling.namespace(NAMESPACE);
        SampleApplication object = new SampleApplication(sides.kind(), NAMESPACE, 0);
        filling.store(List.of(object));
        List<Row> rows = new ArrayList<>();
        rows.add(row(0, object));
        List<ProgramProcess> replicas = new ArrayList<>();
        try {
            for (int number = 1; number <= REPLICAS; number++) {
                replicas.add(start.get());
                rows.add(row(number, object));
            }
        } finally {
            replicas.forEach(ProgramProcess::close);
        }
        return rows;
    }

    private Row row(int replicas, SampleApplication object) {
        List<Double> millis = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            long before = kubeApiserver.total().toNanos();
            for (int change = 0; change < changes; change++) {
                patch(object, round * changes + change);
            }
            millis.add((kubeApiserver.total().toNanos() - before) / 1e6 / changes);
        }
        return Row.amount(
                "Processor time of K for a change of a release, %d replicas".formatted(replicas), "ms", millis);
    }

    private void patch(SampleApplication object, int change) {
        String label = sides.kind().group() + "-event"; // the label "event" of the application
        String body = "{\"metadata\":{\"labels\":{\"" + label + "\":\"change-" + change + "\"}}}";
        sides.admin().send("PATCH", Sides.release(object), Endpoint.MERGE_PATCH, body);
    }
}

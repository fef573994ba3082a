package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.ResidentMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What lists of all objects at the same time cost in resident memory, above what was held before the first of them.
 *
 * @param reference of the kube-apiserver
 * @param measured of the program
 */
record MemoryRows(Sides sides, ResidentMemory reference, ResidentMemory measured) {
    private static final int PARALLEL = 16;
    private static final int ROUNDS = 3;
    /** Less is not told apart from nothing. */
    private static final double LEAST = 0.1;

    List<Row> rows() {
        double before = reference.now();
        double beforeMeasured = measured.now();
        List<Double> extra = new ArrayList<>();
        List<Double> extraMeasured = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            extra.add(Math.max(LEAST, peak(reference, sides.admin(), Sides.releases()) - before));
            extraMeasured.add(Math.max(LEAST, peak(measured, sides.direct(), sides.path()) - beforeMeasured));
        }
        return List.of(Row.ratio(
                PARALLEL + " parallel LISTs, direct: extra resident memory",
                new Rounds("MiB", Double.NaN, Double.NaN, extra, extraMeasured),
                0.1));
    }

    private static double peak(ResidentMemory memory, Endpoint endpoint, String path) {
        memory.forgetPeak();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> lists = new ArrayList<>();
            for (int i = 0; i < PARALLEL; i++) {
                lists.add(clients.submit(() -> endpoint.get(path + "?resourceVersion=0")));
            }
            for (Future<?> list : lists) {
                list.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a list failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return memory.peak();
    }
}

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
 * Measures the resident memory that concurrent lists of all objects add to that before the first of them.
 *
 * @param measured the memory of the program
 */
record MemoryRows(Sides sides, ResidentMemory measured) {
    private static final String NAME = "%d parallel LISTs, direct: extra resident memory";
    private static final double MEBIBYTES_PER_LIST = 2;
    private static final int PARALLEL = 16;
    private static final int ROUNDS = 3;
    /** The smallest amount that is distinguished from zero, in MiB. */
    private static final double LEAST = 0.1;

    /** @param reference the memory of the kube-apiserver */
    Row besides(ResidentMemory reference) {
        double before = reference.now();
        double beforeMeasured = measured.now();
        List<Double> extra = new ArrayList<>();
        List<Double> extraMeasured = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            extra.add(extra(reference, before, sides.admin(), Sides.releases()));
            extraMeasured.add(extra(measured, beforeMeasured, sides.direct(), sides.path()));
        }
        return Row.ratio(
                NAME.formatted(PARALLEL), new Rounds("MiB", Double.NaN, Double.NaN, extra, extraMeasured), 0.1);
    }

    /** Measures only the program, if the kube-apiserver has no room for as many lists. */
    Row alone() {
        double before = measured.now();
        List<Double> extra = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            extra.add(extra(measured, before, sides.direct(), sides.path()));
        }
        return Row.amount(NAME.formatted(PARALLEL), "MiB", extra, PARALLEL * MEBIBYTES_PER_LIST);
    }

    /** The most that it holds meanwhile, in a container of so many MiB. */
    Row most(int container) {
        return Row.amount(
                "In a container of %d MiB: the most during %d parallel LISTs, direct".formatted(container, PARALLEL),
                "MiB",
                List.of(peak(measured, sides.direct(), sides.path())),
                container);
    }

    private static double extra(ResidentMemory memory, double before, Endpoint endpoint, String path) {
        return Math.max(LEAST, peak(memory, endpoint, path) - before);
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

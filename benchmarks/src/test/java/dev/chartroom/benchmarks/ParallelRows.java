package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.report.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;

/**
 * Measures sixteen clients through the aggregator. Each sends its next request as soon as it has an answer.
 *
 * @param time the time of a round
 */
record ParallelRows(Sides sides, Duration time) {
    private static final int CLIENTS = 16;
    private static final int ROUNDS = 3;

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(rows(
                "GET",
                _ -> sides.user().get(Sides.release(any())),
                _ -> sides.user().get(sides.path(any()))));
        String namespace = SampleApplication.namespace(0);
        rows.addAll(rows(
                "LIST of a namespace",
                _ -> sides.user().get(Sides.releases(namespace)),
                _ -> sides.user().get(sides.path(namespace))));
        List<SingleWrites> writes = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            writes.add(new SingleWrites(sides, "bench-parallel-" + client));
        }
        rows.addAll(rows(
                "PATCH",
                client -> writes.get(client)
                        .patchRelease(ThreadLocalRandom.current().nextInt(7)),
                client -> writes.get(client)
                        .patchApplication(ThreadLocalRandom.current().nextInt(7))));
        writes.forEach(SingleWrites::clear);
        return rows;
    }

    /** Returns one of a hundred objects. */
    private SampleApplication any() {
        return sides.sample(ThreadLocalRandom.current().nextInt(Math.min(100, sides.applications())));
    }

    private List<Row> rows(String what, IntConsumer reference, IntConsumer measured) {
        List<List<Double>> first = new ArrayList<>();
        List<List<Double>> second = new ArrayList<>();
        for (int round = 0; round <= ROUNDS; round++) {
            if (round % 2 == 0) {
                first.add(millis(reference));
                second.add(millis(measured));
            } else {
                second.add(millis(measured));
                first.add(millis(reference));
            }
        }
        String name = CLIENTS + " clients at once, " + what + ", aggregator: ";
        return List.of(
                Row.plain(name + "a second has", rounds("calls", first, second, this::perSecond)),
                Row.plain(name + "p99", rounds("ms", first, second, calls -> Spread.quantile(calls, 0.99))));
    }

    private static Rounds rounds(
            String unit, List<List<Double>> first, List<List<Double>> second, ToDoubleFunction<List<Double>> value) {
        return new Rounds(
                unit,
                Double.NaN,
                Double.NaN,
                first.stream().skip(1).map(value::applyAsDouble).toList(),
                second.stream().skip(1).map(value::applyAsDouble).toList());
    }

    private double perSecond(List<Double> calls) {
        return calls.size() / (time.toNanos() / 1e9);
    }

    /** Returns the duration of each call that started in time. */
    private List<Double> millis(IntConsumer call) {
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            long end = System.nanoTime() + time.toNanos();
            List<Future<List<Double>>> running = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                running.add(clients.submit(() -> {
                    List<Double> millis = new ArrayList<>();
                    while (System.nanoTime() < end) {
                        millis.add(Timing.millis(() -> call.accept(number)));
                    }
                    return millis;
                }));
            }
            List<Double> all = new ArrayList<>();
            for (Future<List<Double>> each : running) {
                all.addAll(each.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

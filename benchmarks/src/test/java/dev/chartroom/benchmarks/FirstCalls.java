package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.report.Spread;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Measures the first calls through the aggregator, of a program that has just started and has done nothing else.
 *
 * @param name the verb of the calls
 * @param calls the number of calls
 * @param p50 the median, in milliseconds
 * @param first the duration of the very first call, in milliseconds
 */
record FirstCalls(String name, int calls, double p50, double first) {

    static FirstCalls gets(Sides sides, int calls) {
        return of("GET", calls, number -> sides.user().get(sides.path(sides.sample(number % 100))));
    }

    static FirstCalls creates(Sides sides, int calls) {
        SingleWrites writes = new SingleWrites(sides, "bench-first-creates");
        FirstCalls first = of("CREATE", calls, writes::createApplication);
        writes.clear();
        return first;
    }

    static FirstCalls patches(Sides sides, int calls) {
        SingleWrites writes = new SingleWrites(sides, "bench-first-patches");
        FirstCalls first = of("PATCH", calls, writes::patchApplication);
        writes.clear();
        return first;
    }

    private static FirstCalls of(String name, int calls, IntConsumer call) {
        List<Double> millis = IntStream.range(0, calls)
                .mapToObj(number -> Timing.millis(() -> call.accept(number)))
                .toList();
        return new FirstCalls(name, calls, Spread.quantile(millis, 0.5), millis.getFirst());
    }

    /** @param warm the median of the same calls after the warm-up of a program */
    Row row(double warm) {
        return Row.ratio(
                "First %d of %s after a start, p50".formatted(calls, name),
                new Rounds("ms", Double.NaN, first, List.of(warm), List.of(p50)),
                1.5,
                " of the warm ones (in the first column)");
    }
}

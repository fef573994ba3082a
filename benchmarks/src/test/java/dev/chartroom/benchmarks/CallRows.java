package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.PassThroughProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Measures reads and writes of single objects, through the aggregator, as a user with rights from RBAC. The objects are
 * a release, the same through a server that only passes requests on, and an Application.
 *
 * @param calls the number of calls in a block
 */
record CallRows(Sides sides, int calls) {
    private static final String OF_STUB = " of the stub";
    private static final int HOT = 100;

    /** The rows, and the medians of Chartroom after the warm-up. */
    record Measured(List<Row> rows, double get, double create, double patch) {}

    Measured measure() {
        List<Row> rows = new ArrayList<>();
        List<Calls> gets = gets("");
        compared(rows, "GET", gets, 1.7);
        rows.add(Row.ratio("GET, aggregator, p99", gets.getLast().quantile(0.99, gets.getFirst()), 2.0));
        // Compared with the same GET of a release as the rows above.
        List<Calls> any = gets("?resourceVersion=0");
        rows.add(Row.ratio("GET, rv=0, aggregator, p50", any.getLast().medians(any.getFirst()), 1.0));
        rows.add(Row.ratio("GET, rv=0, aggregator, p99", any.getLast().quantile(0.99, any.getFirst()), 1.0));
        List<Calls> cold = coldGets();
        rows.add(Row.plain(
                "GET of an object that the user never asked for, aggregator, p50",
                cold.getLast().medians(cold.getFirst())));
        SingleWrites writes = new SingleWrites(sides, "bench-writes");
        List<Calls> creates =
                Calls.inTurn(calls, writes::createRelease, writes::createPassed, writes::createApplication);
        compared(rows, "CREATE", creates, 1.6);
        List<Calls> patches = Calls.inTurn(calls, writes::patchRelease, writes::patchPassed, writes::patchApplication);
        compared(rows, "PATCH", patches, 1.6);
        writes.clear();
        return new Measured(
                rows,
                gets.getLast().quantile(0.5),
                creates.getLast().quantile(0.5),
                patches.getLast().quantile(0.5));
    }

    private static void compared(List<Row> rows, String verb, List<Calls> calls, double limit) {
        Calls reference = calls.getFirst();
        Calls stub = calls.get(1);
        Calls measured = calls.getLast();
        rows.add(Row.ratio(verb + ", aggregator, p50", measured.medians(reference), limit));
        rows.add(Row.plain(verb + ", aggregator, p50: the stub", stub.medians(reference)));
        rows.add(Row.ratio(verb + ", aggregator, p50, over the stub", measured.medians(stub), 1.2, OF_STUB));
    }

    /** Reads a hundred objects repeatedly, as clients do. Their access reviews are cached after the first read. */
    private List<Calls> gets(String parameters) {
        RandomGenerator random = new SplittableRandom(1);
        IntStream.range(0, HOT).forEach(index -> sides.user().get(sides.path(hot(index)) + parameters));
        return Calls.inTurn(
                calls,
                _ -> sides.user().get(Sides.release(hot(random.nextInt(HOT)))),
                _ -> sides.user().get(PassThroughProcess.path(Sides.release(hot(random.nextInt(HOT))))),
                _ -> sides.user().get(sides.path(hot(random.nextInt(HOT))) + parameters));
    }

    /** Reads a different object with each call, if there are enough objects. */
    private List<Calls> coldGets() {
        return Calls.inTurn(
                Math.min(calls, sides.applications() / 10),
                number -> sides.user().get(Sides.release(never(number))),
                number -> sides.user().get(sides.path(never(number))));
    }

    /** Returns any object but the first one. Some of these objects are hot as well. */
    private SampleApplication never(int number) {
        return sides.sample(1 + number % (sides.applications() - 1));
    }

    private SampleApplication hot(int index) {
        return sides.sample((int) ((long) index * sides.applications() / HOT));
    }
}

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
 * Reads and writes of one object, through the aggregator, as a user whom RBAC lets: of a release, of the same by a
 * server that only passes it on, and of an Application.
 *
 * @param calls in a block
 */
record CallRows(Sides sides, int calls) {
    private static final String OF_STUB = " of the stub";
    private static final int HOT = 100;

    /** Rows, and the medians of Chartroom when it is warm. */
    record Measured(List<Row> rows, double get, double create, double patch) {}

    Measured measure() {
        List<Row> rows = new ArrayList<>();
        List<Calls> gets = gets("");
        compared(rows, "GET", gets, 1.7);
        rows.add(Row.ratio("GET, aggregator, p99", gets.getLast().quantile(0.99, gets.getFirst()), 2.0));
        // Held against the same GET of the release as the ones above.
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

    /** Of a hundred objects again and again, as clients do: what access reviews say of them is known after the first. */
    private List<Calls> gets(String parameters) {
        RandomGenerator random = new SplittableRandom(1);
        IntStream.range(0, HOT).forEach(index -> sides.user().get(sides.path(hot(index)) + parameters));
        return Calls.inTurn(
                calls,
                _ -> sides.user().get(Sides.release(hot(random.nextInt(HOT)))),
                _ -> sides.user().get(PassThroughProcess.path(Sides.release(hot(random.nextInt(HOT))))),
                _ -> sides.user().get(sides.path(hot(random.nextInt(HOT))) + parameters));
    }

    /** Each of another object, as far as there are as many. */
    private List<Calls> coldGets() {
        return Calls.inTurn(
                Math.min(calls, sides.applications() / 10),
                number -> sides.user().get(Sides.release(never(number))),
                number -> sides.user().get(sides.path(never(number))));
    }

    /** Any object but the first one. A hundredth of them are hot ones, too. */
    private SampleApplication never(int number) {
        return sides.sample(1 + number % (sides.applications() - 1));
    }

    private SampleApplication hot(int index) {
        return sides.sample((int) ((long) index * sides.applications() / HOT));
    }
}

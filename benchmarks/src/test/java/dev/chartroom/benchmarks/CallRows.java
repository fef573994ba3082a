package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Reads and writes of one object, through the aggregator, as a user whom RBAC lets. */
record CallRows(Sides sides, int calls) {
    private static final String NAMESPACE = "bench-writes";
    private static final int HOT = 100;
    private static final int FIRST_NEW = 500_000;

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        List<Rounds> gets = gets("");
        rows.add(Row.ratio("GET, aggregator, p50", gets.get(0), 2.0));
        rows.add(Row.ratio("GET, aggregator, p99", gets.get(1), 2.0));
        // Held against the same GET of the release as the one above.
        List<Rounds> any = gets("?resourceVersion=0");
        rows.add(Row.ratio("GET, rv=0, aggregator, p50", any.get(0), 1.0));
        rows.add(Row.ratio("GET, rv=0, aggregator, p99", any.get(1), 1.0));
        rows.add(Row.ratio("CREATE, aggregator, p50", creates(), 1.6));
        rows.add(Row.ratio("PATCH, aggregator, p50", patches(), 1.6));
        return rows;
    }

    /** Of a hundred objects again and again, as clients do: what access reviews say of them is known after the first. */
    private List<Rounds> gets(String parameters) {
        RandomGenerator random = new SplittableRandom(1);
        IntStream.range(0, HOT).forEach(index -> sides.user().get(sides.path(hot(index)) + parameters));
        return Timing.calls(
                calls,
                _ -> sides.user().get(Sides.release(hot(random.nextInt(HOT)))),
                _ -> sides.user().get(sides.path(hot(random.nextInt(HOT))) + parameters),
                0.5,
                0.99);
    }

    private SampleApplication hot(int index) {
        return sides.sample((int) ((long) index * sides.applications() / HOT));
    }

    private Rounds creates() {
        new Filling(sides.admin()).namespace(NAMESPACE);
        String releases = Sides.releases(NAMESPACE);
        List<Rounds> rounds = Timing.calls(
                calls,
                number -> create(releases, created(2 * number).release().toString()),
                number -> create(
                        sides.path(NAMESPACE),
                        created(2 * number + 1).application().toJson().toString()),
                0.5);
        sides.admin().send("DELETE", releases, Endpoint.JSON, "");
        return rounds.getFirst();
    }

    private void create(String path, String body) {
        sides.user().send("POST", path, Endpoint.JSON, body);
    }

    private SampleApplication created(int number) {
        return new SampleApplication(sides.kind(), NAMESPACE, FIRST_NEW + number);
    }

    /** Each changes the object. */
    private Rounds patches() {
        return Timing.calls(
                        calls,
                        number -> patch(Sides.release(sides.sample(1)), "{\"spec\":{\"values\":" + spec(number) + "}}"),
                        number -> patch(sides.path(sides.sample(2)), "{\"spec\":" + spec(number) + "}"),
                        0.5)
                .getFirst();
    }

    private void patch(String path, String body) {
        sides.user().send("PATCH", path, Endpoint.MERGE_PATCH, body);
    }

    private static String spec(int number) {
        return "{\"replicas\":" + (1 + number % 7) + "}";
    }
}

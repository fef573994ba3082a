package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/**
 * Measures reads and writes of the same objects in two kinds, through the same kube-apiserver.
 *
 * @param admin a member of system:masters
 * @param user a user with rights from RBAC, so that an aggregated server has to send access reviews
 * @param crd the kind that the kube-apiserver serves
 * @param kind the kind whose objects are in the database
 */
record PostgresRows(Endpoint admin, Endpoint user, ApplicationKind crd, ApplicationKind kind, Settings settings) {
    private static final String NAMESPACE = "bench-writes";
    private static final int FIRST_NEW = 500_000;
    /** How much slower the same call may be in a large table. */
    private static final double LARGER = 1.5;

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(Row.ratio("CREATE, p50", creates(), 1.0));
        rows.add(Row.ratio("PATCH, p50", patches(), 1.0));
        rows.add(Row.ratio("LIST all, rv unset", lists("", ""), 0.33));
        rows.add(Row.ratio("LIST all, rv=0", lists("", "?resourceVersion=0"), 0.33));
        rows.add(Row.plain("LIST one namespace of " + SampleApplication.PER_NAMESPACE, ofOneNamespace()));
        rows.add(Row.plain("GET, p50", gets()));
        return rows;
    }

    /** Repeats rows with a large table. Their goals refer to the rows before. */
    List<Row> ofALargeTable() {
        Rounds list = ofOneNamespace();
        Rounds get = gets();
        return List.of(
                larger("LIST one namespace of " + SampleApplication.PER_NAMESPACE + ", large table", list),
                larger("GET, p50, large table", get));
    }

    private Row larger(String name, Rounds rounds) {
        return Row.plain(name + " (goal: " + LARGER + " of the row above)", rounds);
    }

    private Rounds creates() {
        new Filling(admin).namespace(NAMESPACE);
        return inTurn(settings.calls(), number -> create(sample(crd, number)), number -> create(sample(kind, number)));
    }

    private static SampleApplication sample(ApplicationKind of, int number) {
        return new SampleApplication(of, NAMESPACE, FIRST_NEW + number);
    }

    private void create(SampleApplication application) {
        user.send(
                "POST",
                PostgresRun.path(application.kind(), NAMESPACE),
                Endpoint.JSON,
                application.application().toJson().toString());
    }

    private Rounds patches() {
        return inTurn(settings.calls(), number -> patch(crd, number), number -> patch(kind, number));
    }

    private void patch(ApplicationKind of, int number) {
        user.send("PATCH", object(of, 1), Endpoint.MERGE_PATCH, "{\"spec\":{\"replicas\":" + (1 + number % 7) + "}}");
    }

    private Rounds lists(String namespace, String parameters) {
        return Rounds.measure(
                "ms",
                settings.rounds() / 2,
                settings.rounds(),
                () -> Timing.millis(() -> admin.get(PostgresRun.path(crd, namespace) + parameters)),
                () -> Timing.millis(() -> admin.get(PostgresRun.path(kind, namespace) + parameters)));
    }

    private Rounds ofOneNamespace() {
        return lists(SampleApplication.namespace(0), "");
    }

    private Rounds gets() {
        RandomGenerator random = new SplittableRandom(1);
        int hot = Math.min(100, settings.applications());
        return inTurn(
                settings.calls(),
                _ -> user.get(object(crd, random.nextInt(hot))),
                _ -> user.get(object(kind, random.nextInt(hot))));
    }

    private static String object(ApplicationKind of, int index) {
        SampleApplication application = SampleApplication.of(of, index);
        return PostgresRun.path(of, application.namespace()) + "/" + application.name();
    }

    private static Rounds inTurn(int calls, IntConsumer reference, IntConsumer measured) {
        List<Calls> both = Calls.inTurn(calls, reference, measured);
        return both.getLast().medians(both.getFirst());
    }
}

package dev.chartroom.benchmarks;

import static dev.chartroom.benchmarks.server.Endpoint.JSON;
import static dev.chartroom.benchmarks.server.Endpoint.TABLE;

import dev.chartroom.benchmarks.data.BenchmarkKinds;
import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Report;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.report.Spread;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.ProgramProcess;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.Etcd;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.e2e.harness.User;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run with more applications than the kube-apiserver could hold in its watch cache, which is off. Measures the
 * start, the memory, and reads of a page and of single objects.
 */
final class ManyObjectsRun {
    private static final int ROUNDS = 15;
    private static final double PAGE_MILLIS = 50;
    private static final double RESIDENT_MEBIBYTES = 5 * 1024;

    private final Settings settings;
    private final ControlPlane controlPlane;
    private final ApplicationKind kind = BenchmarkKinds.postgres();
    private final Endpoint admin;
    private final List<Row> rows = new ArrayList<>();

    private ManyObjectsRun(Settings settings, ControlPlane controlPlane) {
        this.settings = settings;
        this.controlPlane = controlPlane;
        this.admin = as(controlPlane.admin());
    }

    static Report run(Settings settings) {
        try (ControlPlane controlPlane = ControlPlane.startWithoutWatchCache()) {
            return new ManyObjectsRun(settings, controlPlane).measure();
        }
    }

    private Report measure() {
        controlPlane.installHelmReleaseCrd();
        Starts starts = new Starts(
                ProgramFiles.write(controlPlane.server().kubeconfig(), BenchmarkKinds.folder()),
                settings.options(),
                settings.classPath(),
                1);
        Etcd etcd = controlPlane.etcd().orElseThrow();
        say("storing " + settings.applications() + " applications");
        String stored = "Stored in " + Spread.number(Timing.millis(() -> fill(etcd)) / 1_000) + " s";
        say("starting the program");
        try (ProgramProcess program = starts.start()) {
            rows.add(Row.amount("Start to ready", "ms", List.of(program.millisToReady())));
            resident("after the start", program);
            Awaiting.rest();
            resident("a minute later", program);
            Endpoint direct = Endpoint.of(
                    program.url(),
                    controlPlane.admin().identity().sslContext(starts.files().caPem()));
            reads(new Sides(admin, admin, direct, kind, settings.applications()));
            resident("after those reads", program);
        }
        return new Report(
                List.of(
                        settings.applications() + " applications; the watch cache of K is off",
                        Machine.machine(admin),
                        "median (p10-p90) of warm rounds",
                        stored),
                rows);
    }

    private void fill(Etcd etcd) {
        Filling filling = new Filling(admin);
        int last = (settings.applications() - 1) / SampleApplication.PER_NAMESPACE;
        IntStream.rangeClosed(0, last).mapToObj(SampleApplication::namespace).forEach(filling::namespace);
        filling.store(
                IntStream.range(0, settings.applications())
                        .mapToObj(index -> SampleApplication.of(kind, index))
                        .toList(),
                etcd);
    }

    private void reads(Sides sides) {
        say("reading pages and objects");
        rows.add(page("The first page of 500, rv unset, direct", sides, JSON));
        rows.add(page("The first page of 500 as Table, rv unset, direct", sides, TABLE));
        SampleApplication middle = sides.sample(settings.applications() / 2);
        rows.add(Row.plain(
                "LIST one namespace of 500, rv unset, direct",
                inTurn(Sides.releases(middle.namespace()), sides.path(middle.namespace()), sides, JSON)));
        rows.add(Row.plain("GET, direct", inTurn(Sides.release(middle), sides.path(middle), sides, JSON)));
        rows.add(Row.amount(
                "LIST all, rv=0, direct",
                "ms",
                IntStream.range(0, 3)
                        .mapToObj(_ -> Timing.millis(() -> sides.direct().get(sides.path() + "?resourceVersion=0")))
                        .toList()));
    }

    private static Row page(String name, Sides sides, String accept) {
        return Row.limited(
                name, inTurn(Sides.releases() + "?limit=500", sides.path() + "?limit=500", sides, accept), PAGE_MILLIS);
    }

    private static Rounds inTurn(String releases, String path, Sides sides, String accept) {
        return Rounds.measure(
                "ms",
                ROUNDS,
                ROUNDS,
                () -> Timing.millis(() -> sides.admin().get(releases, accept)),
                () -> Timing.millis(() -> sides.direct().get(path, accept)));
    }

    private void resident(String when, ProgramProcess program) {
        rows.add(Row.amount(
                "Resident memory, " + when, "MiB", List.of(program.memory().now()), RESIDENT_MEBIBYTES));
    }

    private Endpoint as(User who) {
        return Endpoint.of(controlPlane.url(), who.identity().sslContext(controlPlane.caPem()));
    }

    private static void say(String what) {
        System.out.println("bench: " + what);
    }
}

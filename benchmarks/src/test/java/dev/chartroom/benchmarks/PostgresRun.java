package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.BenchmarkKinds;
import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.data.SampleDatabase;
import dev.chartroom.benchmarks.report.Report;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.ProgramProcess;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.e2e.harness.User;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run with a PostgreSQL for all applications, beside a CRD of the same shape on the kube-apiserver. Neither writes
 * to the disk before it answers.
 */
final class PostgresRun {
    /** The number of additional objects for the rows of a large table. */
    private static final int LARGE = 1_000_000;

    private final Settings settings;
    private final ControlPlane controlPlane;
    private final ApplicationKind kind = BenchmarkKinds.postgres();
    private final ApplicationKind crd = BenchmarkKinds.postgresAsCrd();
    private final List<Row> rows = new ArrayList<>();

    private PostgresRun(Settings settings, ControlPlane controlPlane) {
        this.settings = settings;
        this.controlPlane = controlPlane;
    }

    /** Measures everything. */
    static Report run(Settings settings) {
        try (ControlPlane controlPlane = ControlPlane.shared();
                SampleDatabase database = SampleDatabase.start()) {
            return new PostgresRun(settings, controlPlane).measure(database);
        }
    }

    private Report measure(SampleDatabase database) {
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().apply(Rights.manifest(kind.group(), crd.group()));
        controlPlane.kubectl().apply(BenchmarkKinds.crd());
        Endpoint admin = as(controlPlane.admin());
        Awaiting.answered(admin, path(crd, "") + "?limit=1");
        ProgramFiles files = ProgramFiles.write(
                controlPlane.server().kubeconfig(), BenchmarkKinds.folder(), database.configuration());
        try (ProgramProcess program = ProgramProcess.start(files, settings.options(), settings.classPath())) {
            controlPlane.registerApiService(kind.group(), kind.version(), program.port(), files.caPem());
            Awaiting.answered(admin, path(kind, "") + "?limit=1");
            say("creating " + settings.applications() + " applications on both sides");
            fill(admin);
            PostgresRows measured = new PostgresRows(admin, as(controlPlane.user("bench")), crd, kind, settings);
            say("lists and single objects");
            rows.addAll(measured.rows());
            say("idle");
            rows.add(new IdleRow(() -> as(controlPlane.admin()), path(kind, ""), program.processorTime()).row());
            say("moving them to HelmReleases and back");
            rows.addAll(new MigrationRows(settings, files, kind).rows());
            controlPlane.unregisterApiService(kind.group(), kind.version());
        }
        if (settings.large()) {
            rows.addAll(ofALargeTable(database, files, admin));
        }
        return new Report(
                List.of(
                        "%d applications in a CRD (K) and in PostgreSQL %s (Chartroom), both without fsync"
                                .formatted(settings.applications(), database.version()),
                        Machine.machine(admin),
                        "median (p10-p90) of warm rounds, K and Chartroom in turn; all through the kube-apiserver"),
                rows);
    }

    /**
     * Measures a program that starts with the large table: a program that receives a million changes is busy with them.
     */
    private List<Row> ofALargeTable(SampleDatabase database, ProgramFiles files, Endpoint admin) {
        say("storing " + LARGE + " rows more");
        database.multiply(kind, LARGE);
        say("starting with them");
        try (ProgramProcess program = ProgramProcess.start(files, settings.options(), settings.classPath())) {
            controlPlane.registerApiService(kind.group(), kind.version(), program.port(), files.caPem());
            Awaiting.answered(admin, path(kind, "") + "?limit=1");
            say("waiting until everybody has listed them");
            Awaiting.calm();
            List<Row> large = new ArrayList<>(
                    new PostgresRows(admin, as(controlPlane.user("bench")), crd, kind, settings).ofALargeTable());
            large.add(Row.amount("start to ready, large table", "ms", List.of(program.millisToReady())));
            large.add(Row.amount(
                    "resident memory, large table",
                    "MiB",
                    List.of(program.memory().now())));
            controlPlane.unregisterApiService(kind.group(), kind.version());
            return large;
        }
    }

    private void fill(Endpoint admin) {
        Filling filling = new Filling(admin);
        int last = (settings.applications() - 1) / SampleApplication.PER_NAMESPACE;
        IntStream.rangeClosed(0, last).mapToObj(SampleApplication::namespace).forEach(filling::namespace);
        IntStream.range(0, settings.applications()).parallel().forEach(index -> {
            create(admin, SampleApplication.of(crd, index));
            create(admin, SampleApplication.of(kind, index));
        });
    }

    private static void create(Endpoint endpoint, SampleApplication application) {
        endpoint.send(
                "POST",
                path(application.kind(), application.namespace()),
                Endpoint.JSON,
                application.application().toJson().toString());
    }

    /** Returns the path of all objects of a kind in a namespace; an empty namespace stands for all. */
    static String path(ApplicationKind kind, String namespace) {
        return "/apis/" + kind.groupVersion() + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/"
                + kind.names().plural();
    }

    private Endpoint as(User who) {
        return Endpoint.of(controlPlane.url(), who.identity().sslContext(controlPlane.caPem()));
    }

    private static void say(String what) {
        System.out.println("bench: " + what);
    }
}

package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.BenchmarkKinds;
import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Report;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.report.Spread;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.PassThrough;
import dev.chartroom.benchmarks.server.PassThroughProcess;
import dev.chartroom.benchmarks.server.ProcessorTime;
import dev.chartroom.benchmarks.server.ProgramProcess;
import dev.chartroom.benchmarks.server.ResidentMemory;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.e2e.harness.User;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One run: the kube-apiserver and the program, measured in turn on the same objects. */
final class SideBySide {
    private static final double MEBIBYTE = 1024 * 1024;
    /** MiB that the smallest sensible container has. */
    private static final int CONTAINER = 512;

    private final Settings settings;
    private final ControlPlane controlPlane;
    private final ApplicationKind kind = BenchmarkKinds.postgres();
    private final Endpoint admin;
    private final Endpoint user;
    private final Starts starts;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> facts = new ArrayList<>();

    private SideBySide(Settings settings, ControlPlane controlPlane) {
        this.settings = settings;
        this.controlPlane = controlPlane;
        this.admin = as(controlPlane.admin());
        this.user = as(controlPlane.user("bench"));
        this.starts = new Starts(
                ProgramFiles.write(controlPlane.server().kubeconfig(), BenchmarkKinds.folder()),
                settings.options(),
                settings.classPath(),
                settings.starts());
    }

    /** Measures everything; takes about a minute for a few hundred applications. */
    static Report run(Settings settings) {
        try (ControlPlane controlPlane = ControlPlane.shared()) {
            return new SideBySide(settings, controlPlane).measure();
        }
    }

    private Report measure() {
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().apply(Rights.manifest(kind.group(), PassThrough.GROUP));
        say("starting the program without applications");
        start("Start to ready, %d kinds, empty".formatted(BenchmarkKinds.COUNT), 1_800);
        double emptyHeap = emptyHeap();
        say("storing " + settings.applications() + " applications");
        facts.add("Stored in " + Spread.number(Timing.millis(this::fill) / 1_000) + " s");
        start("Start to ready, %d kinds, all applications".formatted(BenchmarkKinds.COUNT), 4_500);
        if (settings.brief()) {
            measureBriefly(emptyHeap);
        } else {
            measureFully(emptyHeap);
        }
        facts.addAll(0, Machine.facts(admin, settings));
        return new Report(facts, rows);
    }

    private void measureBriefly(double emptyHeap) {
        onNewProgram(sides -> {
            measure("LIST", new ListRows(sides, settings.rounds())::withGoals);
            sizes(sides);
            measure("WATCH with everything first", () -> List.of(new SyncRows(sides, settings.rounds()).direct()));
            return sides;
        });
        measureMemory(emptyHeap, 1);
    }

    private void measureFully(double emptyHeap) {
        say("the first calls after a start");
        int calls = settings.some(300);
        List<FirstCalls> firstCalls = Stream.<Function<Sides, FirstCalls>>of(
                        sides -> FirstCalls.gets(sides, calls),
                        sides -> FirstCalls.creates(sides, calls),
                        sides -> FirstCalls.patches(sides, calls))
                .map(this::onNewProgram)
                .toList();
        onNewProgram(sides -> {
            measure(sides, firstCalls);
            settings.peer().ifPresent(peer -> measure(peer, sides));
            return sides;
        });
        controlPlane.kubeApiserverPid().ifPresent(pid -> measure("replicas", () -> replicas(new ProcessorTime(pid))));
        measureMemory(emptyHeap, settings.isTrial() ? 1 : 3);
        measureMultitudes();
    }

    /** Runs an action with a program behind the aggregator that has done nothing yet. */
    private <T> T onNewProgram(Function<Sides, T> action) {
        return onNewProgram((_, sides) -> action.apply(sides));
    }

    private <T> T onNewProgram(BiFunction<ProgramProcess, Sides, T> action) {
        try (ProgramProcess program = starts.start()) {
            controlPlane.registerApiService(
                    kind.group(), kind.version(), program.port(), starts.files().caPem());
            try {
                return action.apply(program, sides(program));
            } finally {
                controlPlane.unregisterApiService(kind.group(), kind.version());
            }
        }
    }

    private void measure(Sides sides, List<FirstCalls> firstCalls) {
        measure("LIST", new ListRows(sides, settings.rounds())::rows);
        sizes(sides);
        measure("WATCH with everything first", new SyncRows(sides, settings.rounds())::rows);
        measure("GET, CREATE, PATCH", () -> calls(sides, firstCalls));
        measure("16 clients", new ParallelRows(sides, Duration.ofMillis(settings.some(3_000)))::rows);
        controlPlane
                .kubeApiserverPid()
                .ifPresent(pid -> measure(
                        "processor time", new ProcessorRows(sides, new ProcessorTime(pid), settings.some(200))::rows));
        measure(
                "WATCH",
                new WatchRows(sides, () -> as(controlPlane.admin()), settings.watchers(), settings.some(200))::rows);
        measure("many changes", () -> changes(sides));
        measure("objects of 1 MB", new LargeRows(sides, settings.rounds())::rows);
    }

    private List<Row> replicas(ProcessorTime kubeApiserver) {
        // The replicas receive no requests.
        Sides sides = new Sides(admin, user, admin, kind, settings.applications());
        return new ReplicaRows(sides, kubeApiserver, starts::start, settings.some(300)).rows();
    }

    private List<Row> changes(Sides sides) {
        Duration time = Duration.ofSeconds(settings.isTrial() ? 5 : 60);
        return new ChangeRows(sides, () -> as(controlPlane.admin()), time).rows();
    }

    private List<Row> calls(Sides sides, List<FirstCalls> firstCalls) {
        try (PassThroughProcess _ = PassThroughProcess.start(controlPlane, starts.files())) {
            CallRows.Measured measured = new CallRows(sides, settings.calls()).measure();
            List<Row> all = new ArrayList<>(measured.rows());
            List<Double> warm = List.of(measured.get(), measured.create(), measured.patch());
            for (int i = 0; i < warm.size(); i++) {
                all.add(firstCalls.get(i).row(warm.get(i)));
            }
            return all;
        }
    }

    /**
     * Measures some rows. A failure is a fact in the report, beside the rows of the other measurements. In a trial, it is a
     * failure of the run.
     */
    private void measure(String what, Supplier<List<Row>> some) {
        say(what);
        try {
            rows.addAll(some.get());
        } catch (RuntimeException e) {
            if (settings.isTrial()) {
                throw e;
            }
            facts.add("Not measured: " + what + ": " + e.getMessage());
            e.printStackTrace();
        }
    }

    private void measure(Peer peer, Sides sides) {
        Awaiting.peer(peer, admin, controlPlane.admin().kubeconfig());
        say("LIST of the peer");
        rows.addAll(new ListRows(sides, settings.rounds()).rows(peer));
    }

    /** Measures programs that have done nothing else yet, one after the other. */
    private void measureMemory(double emptyHeap, int programs) {
        if (controlPlane.kubeApiserverPid().isEmpty() || !ResidentMemory.isTold()) {
            return;
        }
        say("memory");
        List<Double> afterStart = new ArrayList<>();
        List<Double> later = new ArrayList<>();
        for (int each = 1; each < programs; each++) {
            try (ProgramProcess program = starts.start()) {
                rested(program, afterStart, later);
            }
        }
        try (ProgramProcess program = starts.start()) {
            Sides sides = sides(program);
            ResidentMemory memory = program.memory();
            rested(program, afterStart, later);
            resident("after the start and one GET", afterStart);
            resident("a minute later", later);
            rows.add(memoryRow(sides, memory));
            resident("after those LISTs", List.of(memory.now()));
            resident("a minute after those LISTs", afterRest(memory));
            rows.addAll(new HeapRows(sides, program.heap(), version -> direct(program, version), settings.some(1_000))
                    .rows(emptyHeap));
        }
        if (!settings.isVast()) {
            try (ProgramProcess program =
                    starts.with("-XX:MaxRAM=" + CONTAINER + "m").start()) {
                rows.add(new MemoryRows(sides(program), program.memory()).most(CONTAINER));
            }
        }
    }

    /** Measures large numbers of informers and namespaces. It runs last, because it leaves more applications behind. */
    private void measureMultitudes() {
        if (settings.isVast()) {
            return;
        }
        int informers = Math.min(500, settings.applications());
        controlPlane
                .kubeApiserverPid()
                .ifPresent(pid -> measure(
                        informers + " informers",
                        () -> onNewProgram((program, sides) -> new InformerRows(
                                        sides,
                                        program,
                                        new ProcessorTime(pid),
                                        () -> as(controlPlane.admin()),
                                        informers)
                                .rows())));
        measure(
                "many namespaces",
                () -> onNewProgram((_, sides) -> {
                    int namespaces = Math.min(5_000, settings.applications());
                    NamespaceRows spread = new NamespaceRows(sides, settings.rounds(), namespaces);
                    spread.fill();
                    return spread.rows();
                }));
    }

    private void rested(ProgramProcess program, List<Double> afterStart, List<Double> later) {
        Sides sides = sides(program);
        sides.direct().get(sides.path(sides.sample(0)));
        afterStart.add(program.memory().now());
        later.addAll(afterRest(program.memory()));
    }

    /** Returns the memory after a minute without requests; nothing in a trial, which does not wait. */
    private List<Double> afterRest(ResidentMemory memory) {
        if (settings.isTrial()) {
            return List.of();
        }
        Awaiting.rest();
        return List.of(memory.now());
    }

    private Row memoryRow(Sides sides, ResidentMemory memory) {
        if (settings.isVast()) {
            return new MemoryRows(sides, memory).alone();
        }
        long pid = controlPlane.kubeApiserverPid().getAsLong();
        return new MemoryRows(sides, memory).besides(new ResidentMemory(pid));
    }

    private void resident(String when, List<Double> mebibytes) {
        if (mebibytes.isEmpty()) {
            return;
        }
        rows.add(Row.amount(
                "Resident memory, %d kinds, %s".formatted(BenchmarkKinds.COUNT, when), "MiB", mebibytes, 250));
    }

    private double emptyHeap() {
        try (ProgramProcess program = starts.start()) {
            return program.heap().bytes();
        }
    }

    /** Creates a client with its own connections. */
    private Endpoint direct(ProgramProcess program, HttpClient.Version version) {
        HttpClient client = HttpClient.newBuilder()
                .version(version)
                .sslContext(controlPlane
                        .admin()
                        .identity()
                        .sslContext(starts.files().caPem()))
                .build();
        return new Endpoint(client, program.url());
    }

    private void start(String name, double limit) {
        rows.add(Row.amount(name, "ms", starts.millis(), limit));
    }

    private void fill() {
        Filling filling = new Filling(admin);
        int last = (settings.applications() - 1) / SampleApplication.PER_NAMESPACE;
        IntStream.rangeClosed(0, last).mapToObj(SampleApplication::namespace).forEach(filling::namespace);
        List<SampleApplication> all = IntStream.range(0, settings.applications())
                .mapToObj(index -> SampleApplication.of(kind, index))
                .toList();
        controlPlane
                .etcd()
                .filter(_ -> settings.isVast())
                .ifPresentOrElse(etcd -> filling.store(all, etcd), () -> filling.store(all));
    }

    private void sizes(Sides sides) {
        facts.add("LIST of all: K %s MiB, Chartroom %s MiB"
                .formatted(
                        Spread.number(admin.get(Sides.releases()) / MEBIBYTE),
                        Spread.number(sides.direct().get(sides.path()) / MEBIBYTE)));
    }

    private Sides sides(ProgramProcess program) {
        Endpoint direct = Endpoint.of(
                program.url(),
                controlPlane.admin().identity().sslContext(starts.files().caPem()));
        return new Sides(admin, user, direct, kind, settings.applications());
    }

    private Endpoint as(User who) {
        return Endpoint.of(controlPlane.url(), who.identity().sslContext(controlPlane.caPem()));
    }

    private static void say(String what) {
        System.out.println("bench: " + what);
    }
}

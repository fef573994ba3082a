package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.ManyKinds;
import dev.chartroom.benchmarks.report.Report;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.ProgramProcess;
import dev.chartroom.benchmarks.server.ResidentMemory;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ProgramFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One run with many kinds from a folder. Measures how fast the program serves them and their changes, and its memory.
 */
final class ManyKindsRun {
    private static final double START_MILLIS = 5_000;
    private static final double RESIDENT_MEBIBYTES = 400;

    private final Settings settings;
    private final ControlPlane controlPlane;
    private final Path folder;
    private final Starts starts;
    private final List<Row> rows = new ArrayList<>();

    private ManyKindsRun(Settings settings, ControlPlane controlPlane) {
        this.settings = settings;
        this.controlPlane = controlPlane;
        this.folder = ManyKinds.folder(settings.kinds());
        this.starts = new Starts(
                ProgramFiles.write(
                        controlPlane.server().kubeconfig(),
                        folder,
                        "limits: {kinds: " + (settings.kinds() + DefinitionRows.CHANGES) + "}"),
                settings.options(),
                settings.classPath(),
                5);
    }

    /** Measures everything; takes about four minutes. */
    static Report run(Settings settings) {
        try (ControlPlane controlPlane = ControlPlane.shared()) {
            return new ManyKindsRun(settings, controlPlane).measure();
        }
    }

    private Report measure() {
        controlPlane.installHelmReleaseCrd();
        List<String> facts = facts();
        if (settings.objects() > 0) {
            measureObjects();
            return new Report(facts, rows);
        }
        say("starting the program");
        rows.add(Row.amount("Start to ready", "ms", starts.millis(), START_MILLIS));
        try (ProgramProcess program = starts.start()) {
            ResidentMemory memory = program.memory();
            resident("after the start", memory);
            Awaiting.rest();
            resident("a minute later", memory);
            Endpoint admin = direct(program);
            say("changing definitions");
            rows.addAll(new DefinitionRows(admin, folder, settings.kinds()).rows());
            resident("after 40 changes", memory);
            say("reading documents");
            rows.addAll(new DocumentRows(admin).rows());
            resident("after as many documents", memory);
            Awaiting.rest();
            resident("a minute after those", memory);
        }
        return new Report(facts, rows);
    }

    private void measureObjects() {
        KindObjectRows objects = KindObjectRows.of(kubeApiserver(), settings.kinds(), settings.objects());
        say("storing objects");
        objects.fill(controlPlane
                .etcd()
                .orElseThrow(() -> new IllegalStateException("objects are stored in etcd, which cannot be reached")));
        say("starting the program");
        rows.add(Row.amount("Start to ready", "ms", starts.millis()));
        try (ProgramProcess program = starts.start()) {
            rows.add(held("after the start", program));
            Awaiting.rest();
            rows.add(held("a minute later", program));
            say("reading objects");
            rows.addAll(objects.rows(direct(program)));
            rows.add(held("after those lists", program));
        }
    }

    private static Row held(String when, ProgramProcess program) {
        return Row.amount(
                "Resident memory, " + when, "MiB", List.of(program.memory().now()));
    }

    private Endpoint direct(ProgramProcess program) {
        return Endpoint.of(
                program.url(),
                controlPlane.admin().identity().sslContext(starts.files().caPem()));
    }

    private Endpoint kubeApiserver() {
        return Endpoint.of(controlPlane.url(), controlPlane.admin().identity().sslContext(controlPlane.caPem()));
    }

    private List<String> facts() {
        return List.of(
                "%d kinds in files of YAML, with a schema of about 10 KiB each, a hundred in a group"
                        .formatted(settings.kinds()),
                Machine.machine(kubeApiserver()),
                "median (p10-p90); %d objects of each".formatted(settings.objects()));
    }

    private void resident(String when, ResidentMemory memory) {
        if (ResidentMemory.isTold()) {
            rows.add(Row.amount("Resident memory, " + when, "MiB", List.of(memory.now()), RESIDENT_MEBIBYTES));
        }
    }

    private static void say(String what) {
        System.out.println("bench: " + what);
    }
}

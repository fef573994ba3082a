package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ProgramFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the command that moves a kind from one store to the other and back, while a program serves the kind.
 *
 * @param files the files with the configuration of the program
 */
record MigrationRows(Settings settings, ProgramFiles files, ApplicationKind kind) {
    private static final double LONGEST_PAUSE_MILLIS = 1_000;
    private static final Pattern MOVED =
            Pattern.compile("moved to \\w+: (\\d+) objects, .*, writes paused for (\\d+) ms");

    List<Row> rows() {
        List<Row> rows = new ArrayList<>(rows("postgres", "helmrelease"));
        rows.addAll(rows("helmrelease", "postgres"));
        return rows;
    }

    private List<Row> rows(String from, String to) {
        long begun = System.nanoTime();
        Matcher moved = moved(from, to);
        double millis = (System.nanoTime() - begun) / 1e6;
        String name = "migrate " + moved.group(1) + " objects to " + to;
        return List.of(
                Row.amount(
                        name + ", writes paused",
                        "ms",
                        List.of(Double.parseDouble(moved.group(2))),
                        LONGEST_PAUSE_MILLIS),
                Row.amount(name + ", all of it", "ms", List.of(millis)));
    }

    private Matcher moved(String from, String to) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings.options());
        command.addAll(List.of(
                "-cp",
                settings.classPath(),
                "dev.chartroom.bootstrap.Main",
                "migrate",
                "--config",
                files.config().toString(),
                "--from",
                from,
                "--to",
                to,
                kind.groupResource().toString()));
        try (ChildProcess process = ChildProcess.start(new ProcessBuilder(command).redirectErrorStream(true))) {
            String said = String.join("\n", process.stdout().toList());
            Matcher moved = MOVED.matcher(said);
            if (!moved.find()) {
                throw new IllegalStateException("the kind did not move: " + said);
            }
            return moved;
        }
    }
}

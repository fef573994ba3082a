package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.inner.InnerLoops;
import dev.chartroom.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program that {@code chartroom bench} runs, configured by the system properties {@code bench.*}. */
final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] args) throws IOException {
        Settings settings = Settings.ofSystemProperties();
        if (settings.inner()) {
            InnerLoops.run();
            return;
        }
        Report report = report(settings);
        Path file = settings.report().toAbsolutePath();
        Files.createDirectories(file.getParent());
        Files.writeString(file, report.toMarkdown());
        System.out.println();
        System.out.println(report.toMarkdown());
    }

    private static Report report(Settings settings) {
        if (settings.postgres()) {
            return PostgresRun.run(settings);
        }
        if (settings.kinds() > 0) {
            return ManyKindsRun.run(settings);
        }
        return settings.isBeyondMemory() ? ManyObjectsRun.run(settings) : SideBySide.run(settings);
    }
}

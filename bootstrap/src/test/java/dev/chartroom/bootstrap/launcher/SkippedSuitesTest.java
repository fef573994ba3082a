package dev.chartroom.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/skipped} fails if a suite was skipped that {@code .ci/may-skip} does not list. */
class SkippedSuitesTest {
    private static final Path CI = Path.of("../.ci");
    private static final String ALLOWED =
            "  adapters-postgres adapters.postgres.ContainerPostgresApplicationStoreTest: all tests: Docker does not answer\n";

    @TempDir
    private Path folder;

    @Test
    void suiteListedWithItsReason_mayBeSkipped() throws Exception {
        assertThat(said(report(ALLOWED))).isEmpty();
    }

    @Test
    void unlistedSuite_fails() throws Exception {
        assertThat(said(report(ALLOWED + "  e2e e2e.AuditTest: all tests: no control plane: there is no Go\n")))
                .containsExactly(
                        "skipped, and not in .ci/may-skip:  e2e e2e.AuditTest: all tests: no control plane: there is no Go");
    }

    @Test
    void suiteListedWithAnotherReason_fails() throws Exception {
        assertThat(said(report(ALLOWED.replace("all tests: Docker does not answer", "1 test(s): it is slow"))))
                .hasSize(1);
    }

    @Test
    void everyReportInTheOutputIsChecked() throws Exception {
        assertThat(said(report("  e2e e2e.AuditTest: 1 test(s): none\n") + report(ALLOWED)))
                .hasSize(1);
    }

    @Test
    void outputWithoutAReport_fails() throws Exception {
        assertThat(said("[INFO] BUILD SUCCESS\n")).containsExactly("the output has no report of a build");
    }

    private static String report(String skipped) {
        return """

                Where the time went: 7:08 in all; goals of modules that were built side by side add up to more
                      6:22  running tests

                Tests: 10313 run, 0 failed, 9 skipped, in 308 classes that took 16:43
                The 20 slowest classes
                    41.0 s  adapters-postgres-catalogue adapters.catalogue.PostgresResourcesTest (47)
                Skipped
                %s
                [INFO] Total time
                """.formatted(skipped);
    }

    /** Returns the lines that explain the failure; none if the script succeeds. */
    private List<String> said(String output) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("output"), output);
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder("bash", CI.resolve("skipped").toString(), file.toString())
                .redirectError(errors.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        List<String> lines = Files.readAllLines(errors);
        assertThat(process.exitValue()).isEqualTo(lines.isEmpty() ? 0 : 1);
        return lines;
    }
}

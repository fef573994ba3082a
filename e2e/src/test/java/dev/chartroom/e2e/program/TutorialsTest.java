package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.DocumentedCommand;
import dev.chartroom.e2e.harness.DocumentedShell;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of the tutorials that use dev mode, entered with the real kubectl as by a reader. */
@RequiresControlPlane
class TutorialsTest {
    private static final String DEV = "./chartroom dev";

    /** The first start with PostgreSQL creates the database. */
    private static final Duration START = Duration.ofMinutes(2);

    private final Path folder = ModuleDirectory.newWorkDirectory("tutorial");
    private @Nullable ChildProcess dev;

    @BeforeAll
    static void build() throws InterruptedException {
        ProcessBuilder command = DevServer.command(DevServer.ROOT, List.of("version"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try (ChildProcess version = ChildProcess.start(command)) {
            assertThat(version.exitCode()).isZero();
        }
    }

    @AfterEach
    void stop() {
        if (dev != null) {
            dev.close();
            dev = null;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"getting-started.md", "tutorials/your-own-chart.md", "tutorials/objects-in-postgresql.md"})
    void commandsHaveTheDocumentedOutput(String page) throws IOException {
        DocumentedShell shell =
                new DocumentedShell(folder, ControlPlane.shared().kubectl().binary(), Map.of());
        List<DocumentedCommand> commands = DocumentedCommand.of(page, "# ");

        assertThat(commands)
                .hasSizeGreaterThan(6)
                .anyMatch(command -> command.text().startsWith(DEV));
        for (DocumentedCommand command : commands) {
            if (command.text().startsWith(DEV)) {
                startDev(command);
            } else {
                shell.run(command);
            }
        }
    }

    /** Ends dev mode if it runs, as with Ctrl-C, and starts it with the options in the document. */
    private void startDev(DocumentedCommand command) throws IOException {
        stop();
        List<String> words = new ArrayList<>(List.of("dev", "--port", "0"));
        words.addAll(List.of(command.text().substring(DEV.length()).strip().split(" +")));
        words.removeIf(String::isEmpty);
        Path output = folder.resolve("dev");
        dev = ChildProcess.start(DevServer.command(DevServer.ROOT, words)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("dev-errors").toFile()));

        Awaitility.await("dev mode is ready")
                .atMost(START)
                .until(() -> Files.readString(output).contains("Press Ctrl-C"));
        assertThat(DocumentedCommand.normalised(Files.readString(output)))
                .startsWith(DocumentedCommand.normalised(command.output()));
    }
}

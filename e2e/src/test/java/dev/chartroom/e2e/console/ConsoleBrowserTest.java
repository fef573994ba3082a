package dev.chartroom.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The console that {@code chartroom dev} serves, in a real browser. The tests are in {@code console/app/browser}. */
class ConsoleBrowserTest {
    private static final Path CONSOLE = DevServer.ROOT.resolve("console");
    private static final Path CHROMIUM = Path.of(System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium"));
    private static final Duration LIMIT = Duration.ofMinutes(9);
    private static final Pattern ADDRESS = Pattern.compile("(http://127[.]0[.]0[.]1:\\d+/console)#code=\\S+");

    @BeforeAll
    static void requireBrowser() {
        assumeThat(ChildProcess.succeeds("npm", "--version"))
                .as("npm is on the PATH")
                .isTrue();
        assumeThat(CHROMIUM).as("Chromium, or the variable CHROMIUM").isExecutable();
    }

    @Test
    void everyFlowOfAUserWorks() throws IOException, InterruptedException {
        // The build of the program installs what the files need, and not what their tests need.
        if (!Files.isDirectory(CONSOLE.resolve("node_modules/playwright-core"))) {
            run(List.of("npm", "ci", "--no-audit", "--no-fund"), Map.of());
        }
        Path directory = ModuleDirectory.newWorkDirectory("console");
        try (DevServer server = DevServer.start(directory)) {
            Matcher address = ADDRESS.matcher(server.said());
            assertThat(address.find()).as(server.said()).isTrue();

            run(
                    List.of("npm", "run", "test:browser", "--workspace", "app"),
                    Map.of(
                            "CHARTROOM_CONSOLE", address.group(1) + "/",
                            "CHARTROOM_CONSOLE_LOGIN", address.group(),
                            "CHARTROOM_KUBECONFIG",
                                    directory.resolve("kubeconfig").toString()));
        }
    }

    private static void run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path said = ModuleDirectory.newWorkDirectory("console-npm").resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(CONSOLE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().putAll(environment);
        try (ChildProcess process = ChildProcess.start(builder)) {
            boolean ended = process.endsWithin(LIMIT);
            String output = Files.readString(said);
            assertThat(ended).as(output).isTrue();
            assertThat(process.exitCode()).as(output).isZero();
        }
    }
}

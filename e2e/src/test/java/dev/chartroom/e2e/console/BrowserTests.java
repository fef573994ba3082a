package dev.chartroom.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs the tests of the console: those in {@code console/app/browser} use a real browser, the others only Node.js. */
public final class BrowserTests {
    private static final Path CONSOLE = DevServer.ROOT.resolve("console");
    private static final Path CHROMIUM = Path.of(System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium"));
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private BrowserTests() {}

    /**
     * Skips the caller if this machine cannot run them. Installs what they need before a server starts, whose code to log in
     * lasts for a minute.
     */
    public static void require() throws IOException, InterruptedException {
        assumeThat(CHROMIUM).as("Chromium, or the variable CHROMIUM").isExecutable();
        requireNpm();
    }

    /** As above, for tests without a browser. */
    static void requireNpm() throws IOException, InterruptedException {
        assumeThat(ChildProcess.succeeds("npm", "--version"))
                .as("npm is on the PATH")
                .isTrue();
        install();
    }

    /** Runs the tests without a browser, also those of the form. */
    static void runUnitTests() throws IOException, InterruptedException {
        run(List.of("npm", "run", "test"), Map.of());
    }

    /** Runs the tests that fit the environment, and fails if one of them does. */
    public static void run(Map<String, String> environment) throws IOException, InterruptedException {
        run(List.of("npm", "run", "test:browser", "--workspace", "app"), environment);
    }

    /** The build of the program installs what the files need, and not what their tests need. Several JVMs may run such tests. */
    private static void install() throws IOException, InterruptedException {
        Path lock = ModuleDirectory.basedir().resolve("target/console-npm.lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = file.lock()) {
            if (!Files.isDirectory(CONSOLE.resolve("node_modules/playwright-core"))) {
                run(List.of("npm", "ci", "--no-audit", "--no-fund"), Map.of());
            }
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

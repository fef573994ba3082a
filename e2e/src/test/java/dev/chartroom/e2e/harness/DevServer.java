package dev.chartroom.e2e.harness;

import dev.chartroom.e2e.controlplane.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * A {@code chartroom dev} process, started as by a user.
 *
 * @param directory the folder of its kubeconfig
 * @param output the file of its standard output
 */
public record DevServer(ChildProcess process, Path directory, Path output) implements AutoCloseable {
    private static final String AOT = "CHARTROOM_AOT";

    /** The tested checkout. */
    public static final Path ROOT = ModuleDirectory.basedir().resolve("..").normalize();

    /** Starts it on a free port and returns when it prints its first commands to try. */
    public static DevServer start(Path directory, String... options) {
        List<String> arguments = new ArrayList<>(List.of("dev", "--port", "0", "--directory", directory.toString()));
        arguments.addAll(List.of(options));
        return start(command(ROOT, arguments), directory);
    }

    /** As above, with these environment variables. */
    public static DevServer start(Map<String, String> environment, Path directory) {
        ProcessBuilder command = command(ROOT, List.of("dev", "--port", "0", "--directory", directory.toString()));
        command.environment().putAll(environment);
        return start(command, directory);
    }

    /** As above, from an unpacked release, which creates its AOT cache in the background. */
    public static DevServer startRelease(Path home, Path directory) {
        ProcessBuilder command = command(home, List.of("dev", "--port", "0", "--directory", directory.toString()));
        command.environment().remove(AOT);
        return start(command, directory);
    }

    private static DevServer start(ProcessBuilder command, Path directory) {
        Path output = directory.resolve("output-" + System.nanoTime());
        DevServer server = new DevServer(
                ChildProcess.start(command.redirectOutput(output.toFile())
                        .redirectError(directory.resolve("errors").toFile())),
                directory,
                output);
        Awaitility.await("dev mode says what to try")
                .atMost(Duration.ofSeconds(60))
                .until(() -> server.said().contains("kubectl"));
        return server;
    }

    /** Returns the command of a folder's launcher. It creates no AOT cache, which takes a minute of CPU time. */
    public static ProcessBuilder command(Path home, List<String> arguments) {
        List<String> words =
                new ArrayList<>(List.of("bash", home.resolve("chartroom").toString()));
        words.addAll(arguments);
        ProcessBuilder command = new ProcessBuilder(words).directory(home.toFile());
        command.environment().put(AOT, "off");
        return command;
    }

    public String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the real kubectl for its only user. */
    public Kubectl kubectl() {
        return new Kubectl(ControlPlane.shared().kubectl().binary(), directory.resolve("kubeconfig"), directory);
    }

    @Override
    public void close() {
        process.close();
    }
}

package dev.chartroom.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * {@code chartroom dev} as a user starts it.
 *
 * @param directory of its kubeconfig
 * @param output its standard output so far
 */
record DevServer(ChildProcess process, Path directory, Path output) implements AutoCloseable {
    /** The checkout that is tested. */
    static final Path ROOT = ModuleDirectory.basedir().resolve("..").normalize();

    /** Starts it on a free port and returns when it says what to try. */
    static DevServer start(Path directory, String... options) {
        return start(ROOT, directory, options);
    }

    /** Likewise, with the launcher of another folder than the checkout. */
    static DevServer start(Path home, Path directory, String... options) {
        List<String> arguments = new ArrayList<>(List.of("dev", "--port", "0", "--directory", directory.toString()));
        arguments.addAll(List.of(options));
        Path output = directory.resolve("output-" + System.nanoTime());
        DevServer server = new DevServer(
                ChildProcess.start(command(home, arguments)
                        .redirectOutput(output.toFile())
                        .redirectError(directory.resolve("errors").toFile())),
                directory,
                output);
        Awaitility.await("dev mode says what to try")
                .atMost(Duration.ofSeconds(60))
                .until(() -> server.said().contains("kubectl"));
        return server;
    }

    /** The launcher of a folder, to be run there. */
    static ProcessBuilder command(Path home, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of("bash", home.resolve("chartroom").toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command).directory(home.toFile());
    }

    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The real kubectl as its one user. */
    Kubectl kubectl() {
        return new Kubectl(ControlPlane.shared().kubectl().binary(), directory.resolve("kubeconfig"), directory);
    }

    @Override
    public void close() {
        process.close();
    }
}

package dev.chartroom.e2e.install;

import dev.chartroom.e2e.clients.ClientProgram;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The real helm, isolated from the helm configuration of this machine.
 *
 * @param command the program and its options
 * @param directory for its files and output
 */
record Helm(List<String> command, Path directory) {
    /** The chart of Chartroom. */
    static final String CHART =
            ModuleDirectory.basedir().resolve("../deploy/chart").normalize().toString();

    /** The exit code and the output of a command. */
    record Result(int exitCode, String out, String err) {}

    /** Builds helm if necessary. Without a Go toolchain, the calling test is skipped. */
    static Helm prepared() {
        return new Helm(
                ClientProgram.preparedBy("go", "../helm/build.sh").command(), ModuleDirectory.newWorkDirectory("helm"));
    }

    /** Returns a helm that uses a cluster. */
    Helm of(Path kubeconfig) {
        List<String> words = new ArrayList<>(command);
        words.add("--kubeconfig=" + kubeconfig);
        return new Helm(List.copyOf(words), directory);
    }

    Result run(String... arguments) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(arguments));
        try {
            Path out = Files.createTempFile(directory, "helm-", ".out");
            Path err = Files.createTempFile(directory, "helm-", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().put("HOME", directory.toString());
            try (ChildProcess process = ChildProcess.start(builder)) {
                int exitCode = process.exitCode();
                return new Result(exitCode, Files.readString(out), Files.readString(err));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while helm ran", e);
        }
    }

    /** Runs a command that must succeed, and returns its standard output. */
    String succeed(String... arguments) {
        Result result = run(arguments);
        if (result.exitCode() != 0) {
            throw new AssertionError("helm " + String.join(" ", arguments) + " exited with " + result.exitCode() + ": "
                    + result.err() + result.out());
        }
        return result.out();
    }
}

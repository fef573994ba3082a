package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The real kubectl for one user, isolated from the kubectl configuration of this machine.
 *
 * @param binary the kubectl to run
 * @param kubeconfig the user and the server
 * @param directory for its caches and output
 */
public record Kubectl(Path binary, Path kubeconfig, Path directory) {
    /** The folder of its discovery, below the directory. */
    public static final String CACHE = "kubectl-cache";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The exit code and the output of a command. */
    public record Result(int exitCode, String stdout, String stderr) {}

    /**
     * Runs {@code kubectl args...} to its end.
     *
     * @throws IllegalStateException if it takes more than 60 seconds
     */
    public Result run(String... args) {
        return runWithInput("", args);
    }

    /** As {@link #run}, with {@code stdin} as standard input. */
    public Result runWithInput(String stdin, String... args) {
        var out = newFile("out");
        var err = newFile("err");
        try (var process = ChildProcess.start(builder(out, err, args))) {
            process.feed(stdin);
            if (!process.endsWithin(LIMIT)) {
                throw new IllegalStateException("kubectl " + String.join(" ", args) + " did not end within "
                        + LIMIT.toSeconds() + " s; it said: " + Files.readString(out) + Files.readString(err));
            }
            return new Result(process.exitCode(), Files.readString(out), Files.readString(err));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while kubectl ran", e);
        } finally {
            delete(out);
            delete(err);
        }
    }

    /**
     * Runs a command that must succeed, and returns its standard output.
     *
     * @throws AssertionError if the exit code is not 0; the message contains the output
     */
    public String succeed(String... args) {
        return succeedWithInput("", args);
    }

    /** As {@link #succeed}, with {@code stdin} as standard input. */
    public String succeedWithInput(String stdin, String... args) {
        var result = runWithInput(stdin, args);
        if (result.exitCode() != 0) {
            throw new AssertionError("kubectl " + String.join(" ", args) + " exited with " + result.exitCode() + ": "
                    + result.stderr() + result.stdout());
        }
        return result.stdout();
    }

    /** Runs {@code kubectl apply} with a manifest, which must succeed. */
    public String apply(String manifest) {
        return succeedWithInput(manifest, "apply", "-f", "-");
    }

    /** Starts a command that runs until it is closed, such as {@code get pods -w}. */
    public Watching startWatching(String... args) {
        var out = newFile("out");
        var err = newFile("err");
        return new Watching(ChildProcess.start(builder(out, err, args)), out, err);
    }

    /** A command that runs, or that ran until it ended by itself. */
    public record Watching(ChildProcess process, Path out, Path err) implements AutoCloseable {

        /** Returns the complete lines printed so far. */
        public List<String> lines() {
            try {
                var text = Files.readString(out);
                return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns the content of standard error so far. */
        String stderr() {
            try {
                return Files.readString(err);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public void close() {
            process.close();
            delete(out);
            delete(err);
        }
    }

    private ProcessBuilder builder(Path out, Path err, String... args) {
        var command = new ArrayList<String>();
        command.add(binary.toString());
        command.add("--kubeconfig=" + kubeconfig);
        command.add("--cache-dir=" + directory.resolve(CACHE));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().remove("KUBECONFIG");
        builder.environment().put("HOME", directory.toString()); // preferences are in ~/.kube
        return builder;
    }

    private Path newFile(String kind) {
        try {
            return Files.createTempFile(directory, "kubectl-", "." + kind);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

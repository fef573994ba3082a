package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.harness.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A started command that may still run; its output goes to two files. */
record RunningCommand(ChildProcess process, Path out, Path err) implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration LINES_LIMIT = Duration.ofSeconds(20);
    /** Log lines that depend on timing: those of kubectl's requests, and of a watch that its own timeout ended. */
    private static final Pattern LOG = Pattern.compile(
            "^(I\\d{4} |E\\d{4} .*reflector\\.go.*Failed to watch.*: context deadline exceeded).*\n",
            Pattern.MULTILINE);

    /** The output and the exit code of a command. */
    record Output(int exit, String stdout, String stderr) {

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(stdout);
            stderr.lines().forEach(line -> text.append("! ").append(line).append('\n'));
            if (exit != 0) {
                text.append("exit code ").append(exit).append('\n');
            }
            return text.toString();
        }
    }

    /** Starts {@code words} in {@code directory}, which is also its home, with {@code stdin} as standard input. */
    static RunningCommand start(List<String> words, Path directory, Map<String, String> environment, String stdin) {
        try {
            Path out = Files.createTempFile(directory, "out", "");
            Path err = Files.createTempFile(directory, "err", "");
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().remove("KUBECONFIG");
            builder.environment().put("HOME", directory.toString());
            builder.environment().putAll(environment);
            ChildProcess process = ChildProcess.start(builder);
            process.feed(stdin);
            return new RunningCommand(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the end. After a timeout, the command is ended, and the output says so. */
    Output end() {
        try (process) {
            return process.endsWithin(LIMIT)
                    ? new Output(process.exitCode(), stdout(), stderr())
                    : new Output(-1, stdout(), stderr() + "did not end within " + LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends the command after it has printed this many lines, or after a timeout. */
    Output stop(int lines) {
        awaitLines(lines);
        process.close();
        return new Output(0, stdout(), stderr());
    }

    void awaitLines(int lines) {
        await(() -> stdout().lines().count() >= lines);
    }

    /** Waits until the log contains a request with this text, which may be empty. */
    void awaitRequest(String text) {
        await(() -> read(err).contains(text));
    }

    private static void await(Callable<Boolean> condition) {
        try {
            Awaitility.await().atMost(LINES_LIMIT).until(condition);
        } catch (ConditionTimeoutException _) {
            // the output shows it
        }
    }

    @Override
    public void close() {
        process.close();
    }

    private String stdout() {
        return read(out);
    }

    /** Returns standard error without the log lines that depend on timing. */
    private String stderr() {
        return LOG.matcher(read(err)).replaceAll("");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

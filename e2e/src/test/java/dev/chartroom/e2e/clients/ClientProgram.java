package dev.chartroom.e2e.clients;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A client in another language: a program that prints what it observes, one entry per line. */
public record ClientProgram(List<String> command) {

    /**
     * Prepares a program with its script. If that fails, the calling test is skipped, and the console shows the reason.
     *
     * @param tool the tool that the script requires on the PATH
     * @param script the path of the script, relative to the folder {@code clients}; its last line is the path of its
     *     result
     */
    public static ClientProgram preparedBy(String tool, String script, String... arguments) {
        if (!isOnPath(tool)) {
            throw skip(script + ": there is no " + tool + " on the PATH");
        }
        ProcessBuilder builder =
                new ProcessBuilder("bash", folder().resolve(script).toString());
        try (ChildProcess preparation = ChildProcess.start(builder.redirectErrorStream(true))) {
            List<String> lines = preparation.stdout().toList();
            if (preparation.exitCode() != 0) {
                lines.forEach(System.out::println);
                throw skip(script + " failed; its output stands above");
            }
            List<String> command = new ArrayList<>(List.of(lines.getLast()));
            command.addAll(List.of(arguments));
            return new ClientProgram(List.copyOf(command));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static Path folder() {
        return ModuleDirectory.basedir().resolve("clients");
    }

    /** Runs the program to its end and returns the lines of standard output. */
    public List<String> lines(Map<String, String> environment, String... arguments) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        Path errors = ModuleDirectory.newWorkDirectory("client").resolve("stderr");
        try (ChildProcess process = ChildProcess.start(builder.redirectError(errors.toFile()))) {
            List<String> lines = process.stdout().toList();
            if (process.exitCode() != 0) {
                throw new AssertionError(String.join(" ", words) + " failed: " + Files.readString(errors) + lines);
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static RuntimeException skip(String reason) {
        System.out.println("e2e: SKIPPED: " + reason);
        return abort(reason);
    }

    private static boolean isOnPath(String tool) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
    }
}

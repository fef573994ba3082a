package dev.chartroom.e2e.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.chartroom.e2e.ChildProcess;
import dev.chartroom.e2e.ControlPlane;
import dev.chartroom.e2e.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A script as it is run by one kubectl for one side; writes down what a person at the terminal would see. */
final class ScriptRun {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration LINES_LIMIT = Duration.ofSeconds(20);
    private static final Duration AWAIT_LIMIT = Duration.ofSeconds(40);
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$([a-zA-Z]+)");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

    private final Path kubectl;
    private final Side side;
    private final String namespace;
    private final Path directory;
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, Started> started = new HashMap<>();
    private final List<String> transcript = new ArrayList<>();

    private ScriptRun(Path kubectl, Side side, String namespace) {
        this.kubectl = kubectl;
        this.side = side;
        this.namespace = namespace;
        this.directory = ModuleDirectory.newWorkDirectory("script");
        variables.putAll(Map.of(
                "group", side.group(),
                "apiVersion", side.apiVersion(),
                "gadgets", side.resource(),
                "ns", namespace));
    }

    /**
     * Runs a script to its end.
     *
     * @param namespace has to exist
     * @return each command with its output and exit code
     */
    static List<String> transcript(Script script, Path kubectl, Side side, String namespace) {
        ScriptRun run = new ScriptRun(kubectl, side, namespace);
        try {
            Script.objects().forEach((file, text) -> run.write(file, text));
            script.steps().forEach(run::step);
        } finally {
            run.started.values().forEach(one -> one.process().close());
        }
        return run.transcript;
    }

    private void step(Step step) {
        switch (step) {
            case Step.Write(String file, String text) -> write(file, text);
            case Step.Run(Step.Command command, String as) -> {
                Output output = run(command);
                record(command.line(), output);
                if (!as.isEmpty()) {
                    variables.put(as, output.stdout());
                }
            }
            case Step.Await(Step.Command command, Pattern until) -> record(command.line(), repeated(command, until));
            case Step.Prepare(Side only, Step.Command command) -> {
                if (side == only) {
                    Output output = run(command);
                    if (output.exit() != 0) {
                        throw new IllegalStateException("cannot prepare: " + command.line() + output);
                    }
                }
            }
            case Step.Start(String name, Step.Command command, int lines) -> {
                Started begun = start(command);
                started.put(name, begun);
                begun.awaitLines(lines);
            }
            case Step.Join(String name, int exit) -> record("(" + name + " ends)", end(name, exit));
            case Step.Stop(String name, int lines) -> {
                Started ending = Objects.requireNonNull(started.get(name), name);
                ending.awaitLines(lines); // whether they came or not, what is there is compared
                ending.process().close();
                record("(" + name + " is ended)", new Output(0, ending.stdout(), ending.stderr(), 0));
            }
        }
    }

    private Output run(Step.Command command) {
        Started running = start(command);
        return running.end(command.exit());
    }

    private Output end(String name, int exit) {
        return Objects.requireNonNull(started.get(name), name).end(exit);
    }

    /** The last output: also where it never matched, so that the transcript shows what was there instead. */
    private Output repeated(Step.Command command, Pattern until) {
        long deadline = System.nanoTime() + AWAIT_LIMIT.toNanos();
        while (true) {
            Output output = run(command);
            if (until.matcher(output.stdout() + output.stderr()).find() || System.nanoTime() > deadline) {
                return output;
            }
        }
    }

    private Started start(Step.Command command) {
        List<String> words = new ArrayList<>(List.of(
                kubectl.toString(),
                "--kubeconfig=" + ControlPlane.shared().admin().kubeconfig(),
                // one cache for each kubectl: what it knows of the API is the same for all scripts
                "--cache-dir="
                        + directory.resolveSibling("cache" + kubectl.toString().replace('/', '-')),
                "--namespace=" + namespace));
        Matcher matcher = WORD.matcher(filled(command.line()));
        while (matcher.find()) {
            words.add(QUOTED.matcher(matcher.group())
                    .replaceAll(quoted ->
                            Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1))));
        }
        try {
            Path out = Files.createTempFile(directory, "out", "");
            Path err = Files.createTempFile(directory, "err", "");
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().remove("KUBECONFIG");
            builder.environment().put("HOME", directory.toString());
            builder.environment().putAll(command.environment());
            ChildProcess process = ChildProcess.start(builder);
            process.feed(filled(command.stdin()));
            return new Started(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void record(String line, Output output) {
        StringBuilder text =
                new StringBuilder("$ kubectl ").append(line).append('\n').append(output.stdout());
        output.stderr().lines().forEach(error -> text.append("! ").append(error).append('\n'));
        if (output.exit() != 0) {
            text.append("exit code ").append(output.exit()).append('\n');
        }
        transcript.add(text.toString());
        if (side == Side.CRD && output.exit() != output.expected()) {
            throw new AssertionError("a CRD should give exit code " + output.expected() + ": " + transcript);
        }
    }

    private String filled(String text) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(variables.getOrDefault(match.group(1), match.group())));
    }

    private void write(String file, String text) {
        try {
            Files.writeString(directory.resolve(file), filled(text), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Output(int exit, String stdout, String stderr, int expected) {}

    private record Started(ChildProcess process, Path out, Path err) {

        Output end(int expected) {
            try (process) {
                if (!process.endsWithin(LIMIT)) {
                    throw new AssertionError("a command did not end: " + stdout() + stderr());
                }
                return new Output(process.exitCode(), stdout(), stderr(), expected);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** Until so many are there, or it takes too long. */
        void awaitLines(int lines) {
            try {
                Awaitility.await()
                        .atMost(LINES_LIMIT)
                        .until(() -> stdout().lines().count() >= lines);
            } catch (ConditionTimeoutException _) {
                // shows in the transcript
            }
        }

        String stdout() {
            return read(out);
        }

        String stderr() {
            return read(err);
        }

        private static String read(Path file) {
            try {
                return Files.readString(file, UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A run of a script with one kubectl on one side. Records the output of the terminal. */
final class ScriptRun {
    private static final Duration AWAIT_LIMIT = Duration.ofSeconds(60);
    /** Commands without a pause would take CPU time from the processes they wait for. */
    private static final Duration AWAIT_INTERVAL = Duration.ofMillis(200);

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$([a-zA-Z]+)");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

    private final Side side;
    private final List<String> kubectl;
    private final Path directory = ModuleDirectory.newWorkDirectory("script");
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, RunningCommand> started = new HashMap<>();
    private final List<String> transcript = new ArrayList<>();

    private ScriptRun(Path kubectl, Side side, String namespace) {
        this.side = side;
        Path kubeconfig = ControlPlane.shared().admin().kubeconfig();
        // All scripts share a kubectl's discovery cache.
        Path cache = kubeconfig.resolveSibling("cache" + kubectl.toString().replace('/', '-'));
        this.kubectl = List.of(
                kubectl.toString(), "--kubeconfig=" + kubeconfig, "--cache-dir=" + cache, "--namespace=" + namespace);
        variables.putAll(Map.of(
                "group", side.group(),
                "apiVersion", side.apiVersion(),
                "gadgets", side.resource(),
                "ns", namespace));
    }

    /**
     * Runs a script to its end.
     *
     * @param namespace must exist
     * @return each command with its output and exit code
     */
    static List<String> transcript(Script script, Path kubectl, Side side, String namespace) {
        ScriptRun run = new ScriptRun(kubectl, side, namespace);
        try {
            Script.objects().forEach((file, text) -> run.write(file, text));
            script.steps().forEach(run::step);
        } finally {
            run.started.values().forEach(RunningCommand::close);
        }
        return run.transcript;
    }

    private void step(Step step) {
        switch (step) {
            case Step.Write(String file, String text) -> write(file, text);
            case Step.Run(Step.Command command, String as) -> {
                RunningCommand.Output output = start(command).end();
                record(command.line(), output, command.exit());
                if (!as.isEmpty()) {
                    variables.put(as, output.stdout());
                }
            }
            case Step.Await(Step.Command command, Pattern until) ->
                record(command.line(), repeated(command, until), command.exit());
            case Step.Prepare(Side only, Step.Command command) -> {
                if (side == only) {
                    prepare(command);
                }
            }
            case Step.Start(String name, Step.Command command, int lines, String begun) -> {
                RunningCommand running = begun.isEmpty() ? start(command) : start(command.telling());
                started.put(name, running);
                running.awaitLines(lines);
                running.awaitRequest(begun);
            }
            case Step.Join(String name, int exit) ->
                record("(" + name + " ends)", running(name).end(), exit);
            case Step.Stop(String name, int lines) ->
                record("(" + name + " is ended)", running(name).stop(lines), 0);
        }
    }

    private RunningCommand running(String name) {
        return Objects.requireNonNull(started.get(name), name);
    }

    private void prepare(Step.Command command) {
        RunningCommand.Output output = start(command).end();
        if (output.exit() != 0) {
            throw new AssertionError(command.line() + "\n" + output);
        }
    }

    /** Returns the last output. If it never matched, the transcript shows it instead. */
    private RunningCommand.Output repeated(Step.Command command, Pattern until) {
        AtomicReference<RunningCommand.Output> last = new AtomicReference<>();
        try {
            Awaitility.await(command.line())
                    .atMost(AWAIT_LIMIT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(AWAIT_INTERVAL)
                    .until(() -> {
                        RunningCommand.Output output = start(command).end();
                        last.set(output);
                        return until.matcher(output.stdout() + output.stderr()).find();
                    });
        } catch (ConditionTimeoutException _) {
            // the comparison shows it
        }
        return Objects.requireNonNull(last.get());
    }

    private RunningCommand start(Step.Command command) {
        List<String> words = new ArrayList<>(kubectl);
        Matcher matcher = WORD.matcher(filled(command.line()));
        while (matcher.find()) {
            words.add(QUOTED.matcher(matcher.group())
                    .replaceAll(quoted ->
                            Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1))));
        }
        return RunningCommand.start(words, directory, command.environment(), filled(command.stdin()));
    }

    private void record(String line, RunningCommand.Output output, int expectedExit) {
        transcript.add("$ kubectl " + line + "\n" + output);
        if (side == Side.CRD && output.exit() != expectedExit) {
            throw new AssertionError("a CRD should give exit code " + expectedExit + ": " + transcript);
        }
    }

    private String filled(String text) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(variables.getOrDefault(match.group(1), match.group())));
    }

    private void write(String file, String text) {
        try {
            Files.writeString(directory.resolve(file), filled(text), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

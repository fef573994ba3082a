package dev.chartroom.bootstrap.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands and options in a shell.",
            "bash: source <(chartroom completion bash)",
            "zsh:  source <(chartroom completion zsh)",
            "fish: chartroom completion fish | source"
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {
    /** The constants are spelled as users write them. */
    @SuppressWarnings("ConstantField")
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell;

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                switch (shell) {
                    // The script for bash also supports zsh.
                    case bash, zsh -> AutoComplete.bash(root.getCommandName(), root);
                    case fish -> Fish.script(root);
                });
        out.flush();
    }

    /** Makes the script for fish. */
    private static final class Fish {
        private final String program;
        private final List<String> lines = new ArrayList<>();

        private Fish(String program) {
            this.program = program;
        }

        private static String script(CommandLine root) {
            Fish fish = new Fish(root.getCommandName());
            // Files are completed only where a file is expected.
            fish.lines.add("complete -c " + fish.program + " -f");
            fish.add(root, List.of());
            return fish.lines.stream().map(line -> line + "\n").collect(Collectors.joining());
        }

        /** Adds a command with everything below it. */
        private void add(CommandLine command, List<String> path) {
            Map<String, CommandLine> below = command.getSubcommands();
            String here = condition(path, below.keySet().stream().toList());
            below.forEach((name, line) -> lines.add(here + " -a " + name
                    + described(line.getCommandSpec().usageMessage().description())));
            command.getCommandSpec().options().forEach(option -> add(here, option));
            if (command.getCommandSpec().positionalParameters().stream().anyMatch(Fish::isFile)) {
                lines.add(here + " -F");
            }
            command.getCommandSpec().positionalParameters().forEach(parameter -> {
                String values = candidates(parameter);
                if (!values.isEmpty()) {
                    lines.add(here + values);
                }
            });
            below.forEach((name, line) -> {
                List<String> next = new ArrayList<>(path);
                next.add(name);
                add(line, next);
            });
        }

        private void add(String here, OptionSpec option) {
            StringBuilder line = new StringBuilder(here);
            for (String name : option.names()) {
                line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
            }
            if (option.arity().max() > 0) {
                line.append(isFile(option) ? " -r -F" : " -x").append(candidates(option));
            }
            lines.add(line + described(option.description()));
        }

        /** Returns the beginning of a line that applies after the commands of a path, and before those below it. */
        private String condition(List<String> path, List<String> below) {
            String seen = path.stream()
                    .map(name -> "__fish_seen_subcommand_from " + name)
                    .collect(Collectors.joining("; and "));
            String notBelow = below.isEmpty() ? "" : "not __fish_seen_subcommand_from " + String.join(" ", below);
            String both = seen.isEmpty() || notBelow.isEmpty() ? seen + notBelow : seen + "; and " + notBelow;
            return "complete -c " + program + " -n '" + both + "'";
        }

        private static boolean isFile(ArgSpec argument) {
            return argument.type() == Path.class
                    || argument.auxiliaryTypes()[0] == Path.class
                    || argument.paramLabel().contains("FILE");
        }

        private static String candidates(ArgSpec argument) {
            Iterable<String> values = argument.completionCandidates();
            return values == null
                    ? ""
                    : " -a '"
                            + StreamSupport.stream(values.spliterator(), false).collect(Collectors.joining(" ")) + "'";
        }

        private static String described(String... description) {
            return description.length == 0
                    ? ""
                    : " -d '"
                            + description[0]
                                    .replace("\\", "\\\\")
                                    .replace("'", "\\'")
                                    .replace("%n", " ") + "'";
        }
    }
}

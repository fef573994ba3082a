package dev.chartroom.bootstrap.command;

import dev.chartroom.apimachinery.meta.Spelling;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ErrorReport;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. */
@Command(
        name = "chartroom",
        description = "Serves Helm charts as Kubernetes kinds.",
        version = Assembly.VERSION,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DevCommand.class,
            ServeCommand.class,
            KindCommand.class,
            ManifestsCommand.class,
            UnregisterCommand.class,
            DoctorCommand.class,
            ConformanceCommand.class,
            AdoptCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            MigrateCommand.class,
            CompletionCommand.class,
            VersionCommand.class
        })
public final class ChartroomCommand {
    private ChartroomCommand() {}

    /** Executes the command in the arguments and returns its exit code. */
    public static int execute(String... arguments) {
        return line().execute(arguments);
    }

    /** Returns the command line with all commands. */
    public static CommandLine line() {
        CommandLine commandLine = new CommandLine(new ChartroomCommand());
        commandLine.registerConverter(Path.class, ChartroomCommand::path);
        commandLine.setParameterExceptionHandler((invalid, _) -> refused(invalid));
        commandLine.setExecutionExceptionHandler((exception, command, _) -> {
            if (exception instanceof ConfigException invalid) {
                invalid.problems().forEach(problem -> command.getErr().println("chartroom: " + problem));
                return CommandLine.ExitCode.USAGE;
            }
            // An ApiException that no command handles means that the cluster does not answer.
            if (exception instanceof ApiException) {
                command.getErr().println("chartroom: " + exception.getMessage());
                return CommandLine.ExitCode.USAGE;
            }
            command.getErr().println("chartroom: " + ErrorReport.of(exception));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw new TypeConversionException("is no path in this system's encoding of names");
        }
    }

    /** Prints what is wrong with the arguments, and the similar command or option. */
    private static int refused(ParameterException invalid) {
        CommandLine command = invalid.getCommandLine();
        PrintWriter err = command.getErr();
        // A misspelt option explains why another argument is missing.
        Optional<String> option = command.getUnmatchedArguments().stream()
                .filter(word -> word.startsWith("-"))
                .findFirst();
        String message = option.isPresent()
                ? unknownOption(command, option.get())
                : invalid instanceof UnmatchedArgumentException unmatched
                        ? unknownWord(command, unmatched.getUnmatched().getFirst())
                        : String.valueOf(invalid.getMessage());
        err.println("chartroom: " + message);
        if (message.startsWith("Missing required subcommand")) {
            command.usage(err);
        } else {
            err.println("Run '" + command.getCommandSpec().qualifiedName() + " --help' for its options.");
        }
        return CommandLine.ExitCode.USAGE;
    }

    private static String unknownOption(CommandLine command, String word) {
        String name = word.replaceFirst("=.*", "");
        List<String> known = new ArrayList<>();
        command.getCommandSpec().options().forEach(option -> known.addAll(List.of(option.names())));
        return "unknown option \"" + name + "\"" + Spelling.question(name, known);
    }

    private static String unknownWord(CommandLine command, String word) {
        if (command.getSubcommands().isEmpty()) {
            return "unexpected argument \"" + word + "\"";
        }
        Map<String, String> known = new TreeMap<>();
        // A command's own subcommands take precedence over those of the whole program.
        all(command.getCommandSpec().root().commandLine(), known);
        all(command, known);
        return "unknown command \"" + word + "\""
                + Spelling.closest(word, known.keySet())
                        .map(name -> "; did you mean \"" + known.get(name) + "\"?")
                        .orElse("");
    }

    /** Adds all commands below a command: their full names, by their last words. */
    private static void all(CommandLine command, Map<String, String> known) {
        command.getSubcommands().forEach((name, below) -> {
            all(below, known);
            known.put(name, below.getCommandSpec().qualifiedName());
        });
    }
}

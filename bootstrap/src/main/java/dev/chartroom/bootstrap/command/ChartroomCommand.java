package dev.chartroom.bootstrap.command;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ErrorReport;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
            AdoptCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            MigrateCommand.class,
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
        commandLine.setExecutionExceptionHandler((exception, command, _) -> {
            // An ApiException that no command handles means that the cluster does not answer.
            if (exception instanceof ConfigException || exception instanceof ApiException) {
                command.getErr().println("chartroom: " + exception.getMessage());
                return CommandLine.ExitCode.USAGE;
            }
            command.getErr().println("chartroom: " + ErrorReport.of(exception));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }
}

package dev.chartroom.bootstrap.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code chartroom kind}: commands for kind definitions before they are served. */
@Command(
        name = "kind",
        description = "Creates, checks and compares kind definitions.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            FromChartCommand.class,
            LintCommand.class,
            DiffCommand.class,
            PreviewCommand.class,
            SchemaCommand.class
        })
final class KindCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine commandLine = spec.commandLine();
        throw new ParameterException(commandLine, "Missing required subcommand");
    }
}

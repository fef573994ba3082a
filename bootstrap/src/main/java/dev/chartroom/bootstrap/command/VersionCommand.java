package dev.chartroom.bootstrap.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code chartroom version}, as {@code chartroom --version}. */
@Command(name = "version", description = "Prints the version.", mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.root().commandLine().printVersionHelp(spec.commandLine().getOut());
    }
}

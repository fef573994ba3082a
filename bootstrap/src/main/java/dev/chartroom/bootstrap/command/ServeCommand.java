package dev.chartroom.bootstrap.command;

import dev.chartroom.bootstrap.assembly.Server;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chartroom serve}. */
@Command(
        name = "serve",
        description = "Starts the server behind the aggregation layer of a kube-apiserver.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The configuration file.")
    private Path config;

    @Override
    public Integer call() throws InterruptedException {
        new Server(config).run(spec.commandLine().getOut());
        return 0;
    }
}

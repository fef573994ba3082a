package dev.chartroom.bootstrap;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chartroom serve}. */
@Command(
        name = "serve",
        description = "Starts behind the aggregator of a kube-apiserver, with HelmReleases as its store.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The configuration file.")
    private Path config;

    @Override
    public Integer call() throws InterruptedException {
        ServerConfig read = ConfigFile.read(config, new JacksonCodec());
        Assembly assembly = Assembly.serve(read);
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "Chartroom serves %d kinds on %s:%d%n",
                assembly.catalogue().registry().kinds().size(), read.listen().address(), assembly.port());
        out.flush();
        Shutdown.closeWhenTold(assembly);
        return 0;
    }
}

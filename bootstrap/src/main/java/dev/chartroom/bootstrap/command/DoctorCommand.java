package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.assembly.Cluster;
import dev.chartroom.bootstrap.assembly.ConfiguredKinds;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.doctor.Doctor;
import dev.chartroom.bootstrap.doctor.DoctorReport;
import dev.chartroom.bootstrap.doctor.installation.DoctorOptions;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chartroom doctor}. */
@Command(
        name = "doctor",
        description = {
            "Examines an installation of Chartroom in a cluster. Changes nothing.",
            "Prints each problem with its effect and with the command that solves it.",
            "Reads the cluster with the rights of the user in the kubeconfig."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:there is no error; there may be warnings",
            "1:there is an error",
            "2:the command line or configuration is invalid, or the cluster does not answer"
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand extends InstallationCommand {
    private static final String JSON = "json";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file of the servers. Without it, their kinds and stores are not examined.")
    private @Nullable Path config;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "The certificate authority of the serving certificate, in PEM.")
    private @Nullable Path authority;

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = "Where a server is reachable from here, such as a port-forward (the address of the Service).")
    private @Nullable String address;

    @Option(
            names = {"-o", "--output"},
            paramLabel = JSON,
            description = "Print the report as JSON.")
    private @Nullable String output;

    @Override
    public Integer call() {
        if (output != null && !output.equals(JSON)) {
            throw new ConfigException("--output " + output + ": must be " + JSON);
        }
        Cluster cluster = Cluster.of(kubeconfig());
        Optional<ServerConfig> read =
                Optional.ofNullable(config).map(file -> ConfigFile.read(file, new JacksonCodec()));
        DoctorOptions options = new DoctorOptions(
                config,
                kubeconfigOption(),
                contextOption(),
                service().namespace(),
                service().name(),
                authority,
                address);
        DoctorReport report = Doctor.examine(installation(options, cluster, read));
        PrintWriter out = spec.commandLine().getOut();
        if (output == null) {
            report.lines().forEach(out::println);
        } else {
            out.println(new String(JacksonCodec.ofStored().encode(report.json()), StandardCharsets.UTF_8));
        }
        out.flush();
        return report.hasErrors() ? 1 : 0;
    }

    private static Installation installation(DoctorOptions options, Cluster cluster, Optional<ServerConfig> config) {
        try {
            // The first request shows whether the cluster answers, before the kinds are read with retries.
            return Installation.of(
                    options, cluster, config, () -> config.map(settings -> ConfiguredKinds.of(settings, cluster)));
        } catch (ApiException e) {
            throw new ConfigException("the APIServices of the cluster cannot be read: " + e.getMessage());
        }
    }
}

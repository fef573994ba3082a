package dev.chartroom.bootstrap.command;

import dev.chartroom.apimachinery.meta.NamespacedName;
import picocli.CommandLine.Option;

/** A command about an installation of Chartroom in a cluster. The Service of the servers identifies it. */
abstract class InstallationCommand extends ClusterCommand {
    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            defaultValue = "chartroom-system",
            description = "The namespace of the Service and the service account (${DEFAULT-VALUE}).")
    private String namespace;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            defaultValue = "chartroom",
            description = "The Service of the servers (${DEFAULT-VALUE}).")
    private String service;

    /** Returns the Service of the servers. */
    final NamespacedName service() {
        return new NamespacedName(namespace, service);
    }
}

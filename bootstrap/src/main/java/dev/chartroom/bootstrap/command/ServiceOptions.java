package dev.chartroom.bootstrap.command;

import dev.chartroom.apimachinery.meta.NamespacedName;
import picocli.CommandLine.Option;

/** The options of the commands that are about an installation, which its Service identifies. */
final class ServiceOptions {
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

    NamespacedName name() {
        return new NamespacedName(namespace, service);
    }
}

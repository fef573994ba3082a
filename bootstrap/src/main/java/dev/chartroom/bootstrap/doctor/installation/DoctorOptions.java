package dev.chartroom.bootstrap.doctor.installation;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command.
 *
 * @param config the configuration file of the servers; null if only the cluster is examined
 * @param kubeconfig the kubeconfig that the user named; null for the default
 * @param context the context that the user named; null for the current one
 * @param namespace the namespace of the Service and the service account
 * @param service the name of the Service
 * @param authority the certificate authority of the serving certificate, in PEM; null if the user named none
 * @param address where the servers are reachable from this machine, as {@code HOST:PORT}; null for the address of the
 *     Service
 */
public record DoctorOptions(
        @Nullable Path config,
        @Nullable Path kubeconfig,
        @Nullable String context,
        String namespace,
        String service,
        @Nullable Path authority,
        @Nullable String address) {
    /** Returns the name that the aggregator requires in the serving certificate. */
    public String serverName() {
        return service + "." + namespace + ".svc";
    }

    /** Returns the Service for messages. */
    public String serviceText() {
        return "Service " + namespace + "/" + service;
    }
}

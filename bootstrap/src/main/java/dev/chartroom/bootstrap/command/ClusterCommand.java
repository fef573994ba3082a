package dev.chartroom.bootstrap.command;

import dev.chartroom.bootstrap.config.Kubeconfig;
import dev.chartroom.bootstrap.config.ServerConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that uses a cluster. All such commands have the same options, with the meaning that they have in kubectl. */
abstract class ClusterCommand implements Callable<Integer> {
    static final String NAMESPACE = "default";

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The kubeconfig of the cluster (the files in KUBECONFIG, or else ~/.kube/config;"
                    + " without these, the service account of the pod).")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "The context in the kubeconfig (the current context).")
    private @Nullable String context;

    /** Returns the file of the options; null if there is none. */
    final @Nullable Path kubeconfigOption() {
        return kubeconfig;
    }

    /** Returns the context of the options; null if there is none. */
    final @Nullable String contextOption() {
        return context;
    }

    /** Returns the cluster of the options, or else the one that kubectl would use. */
    final Kubeconfig kubeconfig() {
        return Kubeconfig.find(kubeconfig, context, System.getenv(), Path.of(System.getProperty("user.home")));
    }

    /** Returns the cluster of the options, or else the one in the servers' configuration, as {@link #kubeconfig()}. */
    final Kubeconfig kubeconfig(@Nullable ServerConfig config) {
        String configured = config == null ? null : config.kubeconfig();
        return configured == null || kubeconfig != null || context != null
                ? kubeconfig()
                : Kubeconfig.of(Path.of(configured));
    }
}

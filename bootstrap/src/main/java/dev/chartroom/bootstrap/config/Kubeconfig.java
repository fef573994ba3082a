package dev.chartroom.bootstrap.config;

import dev.chartroom.adapters.kubernetes.client.KubernetesClients;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the kubeconfig is with which a person reaches a cluster. */
public final class Kubeconfig {
    private Kubeconfig() {}

    /**
     * The cluster of the one that is given, or of the one that {@link #find} finds.
     *
     * @throws ConfigException where it cannot be read
     */
    public static KubernetesHttp cluster(@Nullable Path given, Map<String, String> environment) {
        Path file = find(given, environment, Path.of(System.getProperty("user.home")));
        try {
            return new KubernetesHttp(KubernetesClients.create(file));
        } catch (IOException | RuntimeException e) {
            // A kubeconfig that makes no sense shows in many ways.
            throw new ConfigException("kubeconfig " + file + ": cannot be read: " + e.getMessage());
        }
    }

    /**
     * The one that is given; otherwise the first one that {@code KUBECONFIG} names, as files are not merged here;
     * otherwise {@code .kube/config} in the home directory.
     */
    public static Path find(@Nullable Path given, Map<String, String> environment, Path home) {
        if (given != null) {
            return given;
        }
        return Arrays.stream(environment.getOrDefault("KUBECONFIG", "").split(File.pathSeparator))
                .filter(file -> !file.isEmpty())
                .findFirst()
                .map(Path::of)
                .orElse(home.resolve(".kube/config"));
    }
}

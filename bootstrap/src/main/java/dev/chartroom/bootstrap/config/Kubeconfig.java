package dev.chartroom.bootstrap.config;

import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the kubeconfig for a command. */
public final class Kubeconfig {
    private Kubeconfig() {}

    /**
     * Returns the cluster of the given kubeconfig, or of the one that {@link #find} returns.
     *
     * @throws ConfigException if the kubeconfig cannot be read
     */
    public static KubernetesHttp cluster(@Nullable Path given, Map<String, String> environment) {
        Path file = find(given, environment, Path.of(System.getProperty("user.home")));
        try {
            return new KubernetesHttp(KubernetesClients.create(file));
        } catch (IOException | RuntimeException e) {
            // An invalid kubeconfig causes many kinds of exceptions.
            throw new ConfigException("kubeconfig " + file + ": cannot be read: " + e.getMessage());
        }
    }

    /**
     * Returns the given path, or else the first one in {@code KUBECONFIG}, or else {@code .kube/config} in the home
     * directory. Files are not merged.
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

package dev.chartroom.bootstrap.config;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the kubeconfig is with which a person reaches a cluster. */
public final class Kubeconfig {
    private Kubeconfig() {}

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

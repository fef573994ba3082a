package dev.chartroom.bootstrap.config;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import io.kubernetes.client.openapi.ApiClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
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
        return new KubernetesHttp(client(find(given, environment, Path.of(System.getProperty("user.home")))));
    }

    /**
     * Returns a client for the current context of a kubeconfig. Sends no request.
     *
     * @throws ConfigException if the kubeconfig cannot be read
     */
    public static ApiClient client(Path file) {
        try {
            check(file);
            return KubernetesClients.create(file);
        } catch (IOException e) {
            throw problem(file, FileProblem.of(e, file));
        } catch (ApiException e) {
            throw problem(file, FileProblem.of(e));
        } catch (ConfigException e) {
            throw e;
        } catch (RuntimeException _) {
            // An invalid kubeconfig causes many kinds of exceptions, whose messages are about the library.
            throw problem(file, "the server or the credentials of its current context are not valid");
        }
    }

    /** Reports a mistake in words, before the library reads the file. */
    private static void check(Path file) throws IOException {
        if (!(new JacksonCodec().parseYaml(Files.readAllBytes(file)) instanceof JsonObject config)) {
            throw problem(file, "must be an object");
        }
        String current = config.stringOrEmpty("current-context");
        if (current.isEmpty()) {
            throw problem(file, "current-context: required");
        }
        JsonObject context =
                named(file, config, "contexts", current, "current-context").objectOrEmpty("context");
        named(file, config, "clusters", context.stringOrEmpty("cluster"), "contexts[" + current + "].cluster");
        if (context.has("user")) {
            named(file, config, "users", context.stringOrEmpty("user"), "contexts[" + current + "].user");
        }
    }

    private static JsonObject named(Path file, JsonObject config, String list, String name, String field) {
        return config.arrayOrEmpty(list).objects().stream()
                .filter(entry -> entry.stringOrEmpty("name").equals(name))
                .findFirst()
                .orElseThrow(() -> problem(file, field + ": \"" + name + "\" is not in " + list));
    }

    private static ConfigException problem(Path file, String what) {
        return new ConfigException("kubeconfig " + file + ": " + what);
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

package dev.chartroom.bootstrap.config;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.Spelling;
import dev.chartroom.kubernetes.client.CredentialException;
import dev.chartroom.kubernetes.client.KubernetesClients;
import io.kubernetes.client.openapi.ApiClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The cluster and the user of a command: a context of kubeconfig files, or the service account of the pod. */
public final class Kubeconfig {
    private static final String VARIABLE = "KUBECONFIG";
    private static final Set<String> AUTH_PROVIDERS = Set.of("oidc", "gcp", "azure");

    /** Null for the service account of the pod. */
    private final @Nullable Chosen chosen;

    /** A context with its cluster and its user. */
    private record Chosen(
            KubeconfigFiles files, String name, JsonObject context, JsonObject cluster, JsonObject user) {}

    private Kubeconfig(@Nullable Chosen chosen) {
        this.chosen = chosen;
    }

    /**
     * Returns a context of the given file; without a file, of the files in {@code KUBECONFIG}; without these, of
     * {@code .kube/config} in the home directory. Without any file, returns the service account of the pod.
     *
     * @param context the name of a context; null for the current one
     * @throws ConfigException if a file cannot be read, there is no such context, or a command outside a pod has no file
     */
    public static Kubeconfig find(
            @Nullable Path file, @Nullable String context, Map<String, String> environment, Path home) {
        if (file != null) {
            return of(List.of(file), context);
        }
        String listed = environment.getOrDefault(VARIABLE, "");
        Path usual = home.resolve(".kube/config");
        List<Path> files = listed.isEmpty()
                ? List.of(usual)
                : Stream.of(listed.split(File.pathSeparator))
                        .filter(name -> !name.isEmpty())
                        .map(Path::of)
                        .toList();
        // As kubectl does, skips files that do not exist.
        List<Path> existing = files.stream().filter(Files::exists).toList();
        if (!existing.isEmpty()) {
            return of(existing, context);
        }
        if (listed.isEmpty()
                && context == null
                && KubernetesClients.podNamespace().isPresent()) {
            return new Kubeconfig(null);
        }
        throw new ConfigException(
                listed.isEmpty()
                        ? "kubeconfig " + usual + ": does not exist; set --kubeconfig or " + VARIABLE
                        : VARIABLE + ": no file of " + listed + " exists");
    }

    /** Returns the current context of a file. */
    public static Kubeconfig of(Path file) {
        return of(List.of(file), null);
    }

    /** Returns the service account of the pod. */
    public static Kubeconfig ofThePod() {
        return new Kubeconfig(null);
    }

    private static Kubeconfig of(List<Path> paths, @Nullable String wanted) {
        KubeconfigFiles files = new KubeconfigFiles(paths);
        String name = wanted == null ? files.currentContext() : wanted;
        if (name.isEmpty()) {
            throw files.problem("current-context: required; set it or --context");
        }
        JsonObject context = files.entry("contexts", name, wanted == null ? "current-context" : "--context");
        JsonObject cluster =
                files.entry("clusters", context.stringOrEmpty("cluster"), "contexts[" + name + "].cluster");
        JsonObject user = context.has("user")
                ? files.entry("users", context.stringOrEmpty("user"), "contexts[" + name + "].user")
                : JsonObject.EMPTY;
        return new Kubeconfig(new Chosen(files, name, context, cluster, user));
    }

    /** Returns the namespace of the context, or of the pod; empty if there is none. */
    public Optional<String> namespace() {
        return chosen == null
                ? KubernetesClients.podNamespace()
                : Optional.of(chosen.context().stringOrEmpty("namespace")).filter(name -> !name.isEmpty());
    }

    /**
     * Returns a client. Sends no request, but runs the credential plugin if the user has one.
     *
     * @throws ConfigException if the server or the credentials cannot be used
     */
    public ApiClient client() {
        if (chosen == null) {
            return pod();
        }
        checkProvider(chosen);
        checkTokenFile(chosen);
        try {
            return KubernetesClients.create(chosen.cluster(), chosen.user(), new JacksonCodec());
        } catch (CredentialException e) {
            throw chosen.files().problem("context \"" + chosen.name() + "\": " + e.getMessage());
        } catch (IOException e) {
            throw chosen.files().problem("context \"" + chosen.name() + "\": " + FileProblem.of(e, Path.of("")));
        } catch (RuntimeException _) {
            // An invalid kubeconfig causes many kinds of exceptions, whose messages are about the library.
            throw chosen.files()
                    .problem("the server or the credentials of context \"" + chosen.name() + "\" are not valid");
        }
    }

    private static void checkProvider(Chosen chosen) {
        String provider = chosen.user().objectOrEmpty("auth-provider").stringOrEmpty("name");
        if (!provider.isEmpty() && !AUTH_PROVIDERS.contains(provider)) {
            throw chosen.files()
                    .problem("context \"" + chosen.name() + "\": the auth-provider \"" + provider
                            + "\" is not supported" + Spelling.question(provider, AUTH_PROVIDERS)
                            + "; use a credential plugin (exec)");
        }
    }

    /** The library would log a stack trace, and send requests without credentials. */
    private static void checkTokenFile(Chosen chosen) {
        Path file = Path.of(chosen.user().stringOrEmpty("tokenFile"));
        try {
            if (!file.toString().isEmpty()) {
                Files.readAllBytes(file);
            }
        } catch (IOException e) {
            throw chosen.files()
                    .problem("context \"" + chosen.name() + "\": tokenFile " + file + ": " + FileProblem.of(e, file));
        }
    }

    private static ApiClient pod() {
        try {
            return KubernetesClients.create(null);
        } catch (IOException | RuntimeException _) {
            throw new ConfigException(
                    "kubeconfig: required, because Chartroom does not run in a pod with a service account");
        }
    }
}

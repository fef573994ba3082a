package dev.chartroom.kubernetes.client;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.lang.System.Logger.Level;
import java.net.Proxy;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Creates clients for the kube-apiserver that Chartroom uses. */
public final class KubernetesClients {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
    /** A silently broken connection is detected within two intervals. */
    private static final Duration PING_INTERVAL = Duration.ofSeconds(10);

    private static final String ENTRY = "chosen";

    private static final int IDLE_CONNECTIONS = 32;
    private static final int IDLE_MINUTES = 5;

    private static final System.Logger LOG = System.getLogger(KubernetesClients.class.getName());

    private KubernetesClients() {}

    /**
     * Creates a client, to be shared by the whole program.
     *
     * @param kubeconfig the kubeconfig file, whose current context is used; null for the service account of the pod
     *     that Chartroom runs in
     * @throws IOException if the file or the service account cannot be read
     */
    public static ApiClient create(@Nullable Path kubeconfig) throws IOException {
        return built(kubeconfig == null ? ClientBuilder.cluster() : builder(read(kubeconfig)), connections(), _ -> {});
    }

    /**
     * Creates a client for a cluster and a user of a kubeconfig. Paths in them must be absolute. If the user has a
     * credential plugin ({@code exec}), runs it.
     *
     * @param codec reads the output of the plugin
     * @throws CredentialException if the credentials cannot be used; the message is a sentence
     * @throws IOException if a file that the kubeconfig names cannot be read
     */
    public static ApiClient create(JsonObject cluster, JsonObject user, JsonCodec codec) throws IOException {
        if (!user.has("as") && (user.has("as-groups") || user.has("as-uid") || user.has("as-user-extra"))) {
            throw new CredentialException("as: required with as-groups, as-uid and as-user-extra");
        }
        ConnectionPool connections = connections();
        ClientBuilder builder = builder(KubeConfig.loadKubeConfig(
                new StringReader(single(cluster, user.without("exec")).toString())));
        String proxy = cluster.stringOrEmpty("proxy-url");
        Proxy address = proxy.isEmpty() ? null : ClusterProxy.of(proxy);
        Optional<JsonObject> exec = user.object("exec");
        ExecAuthentication authentication = exec.isEmpty()
                ? null
                : new ExecAuthentication(new ExecPlugin(exec.get(), cluster, codec), Clock.systemUTC(), connections);
        if (authentication != null) {
            // The library reads the authorities only once, so it needs the keys at the same time.
            builder.setAuthentication(client -> client.setKeyManagers(new KeyManager[] {authentication}));
        }
        return built(builder, connections, http -> {
            http.proxy(address);
            if (user.has("as")) {
                http.addInterceptor(new Impersonation(user));
            }
            if (authentication != null) {
                http.addInterceptor(authentication).authenticator(authentication);
            }
        });
    }

    /** Returns a kubeconfig with one cluster and one user. */
    private static JsonObject single(JsonObject cluster, JsonObject user) {
        return JsonObject.builder()
                .put("clusters", entry("cluster", cluster))
                .put("users", entry("user", user))
                .put("contexts", entry("context", JsonObject.ofStrings(Map.of("cluster", ENTRY, "user", ENTRY))))
                .put("current-context", ENTRY)
                .build();
    }

    private static JsonArray entry(String field, JsonObject value) {
        return JsonArray.of(
                JsonObject.builder().put("name", ENTRY).put(field, value).build());
    }

    private static ConnectionPool connections() {
        return new ConnectionPool(IDLE_CONNECTIONS, IDLE_MINUTES, TimeUnit.MINUTES);
    }

    private static ApiClient built(
            ClientBuilder builder, ConnectionPool connections, Consumer<OkHttpClient.Builder> settings) {
        ApiClient client = builder.setReadTimeout(READ_TIMEOUT)
                .setPingInterval(PING_INTERVAL)
                .build();
        client.setUserAgent("chartroom");
        OkHttpClient.Builder http = client.getHttpClient()
                .newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .connectionPool(connections);
        settings.accept(http);
        return client.setHttpClient(http.build());
    }

    /** Returns the namespace of the pod that Chartroom runs in; empty if it does not run in a pod. */
    public static Optional<String> podNamespace() {
        Path file = Path.of(Config.SERVICEACCOUNT_ROOT, "namespace");
        try {
            return Optional.of(Files.readString(file).strip()).filter(namespace -> !namespace.isEmpty());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Chartroom cannot read the namespace of its pod: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    private static ClientBuilder builder(KubeConfig config) throws IOException {
        ClientBuilder builder = ClientBuilder.kubeconfig(config);
        ClientCertificate.of(config).ifPresent(builder::setAuthentication);
        return builder;
    }

    private static KubeConfig read(Path kubeconfig) throws IOException {
        try (Reader reader = Files.newBufferedReader(kubeconfig)) {
            KubeConfig config = KubeConfig.loadKubeConfig(reader);
            // Relative paths in a kubeconfig are relative to its folder.
            config.setFile(kubeconfig.toAbsolutePath().toFile());
            return config;
        }
    }
}

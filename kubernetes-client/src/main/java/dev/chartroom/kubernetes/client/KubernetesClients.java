package dev.chartroom.kubernetes.client;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.Reader;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Creates clients for the kube-apiserver that Chartroom uses. */
public final class KubernetesClients {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
    /** A silently broken connection is detected within two intervals. */
    private static final Duration PING_INTERVAL = Duration.ofSeconds(10);

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
        ClientBuilder builder = kubeconfig == null ? ClientBuilder.cluster() : builder(read(kubeconfig));
        ApiClient client = builder.setReadTimeout(READ_TIMEOUT)
                .setPingInterval(PING_INTERVAL)
                .build();
        client.setUserAgent("chartroom");
        OkHttpClient http = client.getHttpClient()
                .newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .connectionPool(new ConnectionPool(IDLE_CONNECTIONS, IDLE_MINUTES, TimeUnit.MINUTES))
                .build();
        return client.setHttpClient(http);
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

package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.Kubeconfig;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The kube-apiserver, and what every part that uses it needs.
 *
 * @param http sends all requests except reviews
 * @param reviews asks who a user is and what they may do
 * @param codec reads and writes JSON of clients, with their limits
 * @param stored reads JSON that the kube-apiserver has accepted
 */
public record Cluster(KubernetesHttp http, ReviewClient reviews, JacksonCodec codec, JacksonCodec stored, Clock clock) {

    /**
     * Reads how to connect. Sends no request.
     *
     * @param kubeconfig the path of a file; null for the service account of the pod
     * @throws ConfigException if the file cannot be read
     */
    public static Cluster of(@Nullable String kubeconfig) {
        ApiClient client = kubeconfig == null ? ofThePod() : Kubeconfig.client(Path.of(kubeconfig));
        return new Cluster(
                new KubernetesHttp(client),
                new ReviewClient(new KubernetesHttp(client), JacksonCodec.ofStored()),
                new JacksonCodec(),
                JacksonCodec.ofStored(),
                Clock.systemUTC());
    }

    private static ApiClient ofThePod() {
        try {
            return KubernetesClients.create(null);
        } catch (IOException | RuntimeException _) {
            throw new ConfigException(
                    "kubeconfig: required, because Chartroom does not run in a pod with a service account");
        }
    }
}

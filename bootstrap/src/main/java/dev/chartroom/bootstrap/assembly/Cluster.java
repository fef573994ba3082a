package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.Kubeconfig;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import io.kubernetes.client.openapi.ApiClient;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
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
        return of(kubeconfig == null ? Kubeconfig.ofThePod() : Kubeconfig.of(Path.of(kubeconfig)));
    }

    /**
     * Returns the cluster of a kubeconfig. Sends no request.
     *
     * @throws ConfigException if the server or the credentials in it cannot be used
     */
    public static Cluster of(Kubeconfig kubeconfig) {
        return of(kubeconfig.client());
    }

    /**
     * As above, with traces and metrics of all requests.
     *
     * @throws ConfigException if the file cannot be read
     */
    static Cluster of(@Nullable String kubeconfig, Optional<Interceptor> traces, Interceptor metrics) {
        ApiClient client = (kubeconfig == null ? Kubeconfig.ofThePod() : Kubeconfig.of(Path.of(kubeconfig))).client();
        OkHttpClient.Builder http = client.getHttpClient().newBuilder();
        traces.ifPresent(http::addInterceptor);
        return of(client.setHttpClient(http.addInterceptor(metrics).build()));
    }

    private static Cluster of(ApiClient client) {
        return new Cluster(
                new KubernetesHttp(client),
                new ReviewClient(new KubernetesHttp(client), JacksonCodec.ofStored()),
                new JacksonCodec(),
                JacksonCodec.ofStored(),
                Clock.systemUTC());
    }
}

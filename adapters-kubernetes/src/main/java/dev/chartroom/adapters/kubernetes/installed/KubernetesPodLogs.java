package dev.chartroom.adapters.kubernetes.installed;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.subresource.LogOptions;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.LineStream;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.PodLogs;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The logs of pods on a Kubernetes API server. */
public final class KubernetesPodLogs implements PodLogs {
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;

    public KubernetesPodLogs(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public Result open(NamespacedName pod, String container, LogOptions options) {
        String path = "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + "/log";
        try {
            LineStream stream = http.open(path, query(container, options), this::refusal);
            return new Result.Opened(new LogOutput(stream));
        } catch (ApiException e) {
            if (Status.of(e.error()).reason() == StatusReason.BAD_REQUEST) {
                return new Result.Missing(Status.of(e.error()).message());
            }
            throw e;
        }
    }

    private static Query query(String container, LogOptions options) {
        Query query = new Query().with("container", container);
        if (options.follow()) {
            query.with("follow", "true");
        }
        if (options.previous()) {
            query.with("previous", "true");
        }
        if (options.timestamps()) {
            query.with("timestamps", "true");
        }
        options.sinceSeconds().ifPresent(seconds -> query.with("sinceSeconds", Long.toString(seconds)));
        options.tailLines().ifPresent(lines -> query.with("tailLines", Long.toString(lines)));
        return query;
    }

    private ApiException refusal(KubernetesResponse response) {
        String message = RemoteStatus.of(response, codec)
                .map(RemoteStatus::message)
                .orElse("the kube-apiserver answered with HTTP status " + response.code());
        return switch (response.code()) {
            case BAD_REQUEST, NOT_FOUND -> ApiException.badRequest(message);
            case FORBIDDEN ->
                new ApiException(ApiError.internal("the server has no permission to get the logs of pods"));
            default -> new ApiException(ApiError.unavailable(message));
        };
    }

    private record LogOutput(LineStream stream) implements Output {
        @Override
        public byte @Nullable [] next() throws IOException {
            return stream.next(MAX_LINE);
        }

        @Override
        public void cancel() {
            stream.cancel();
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}

package dev.chartroom.adapters.kubernetes.charts;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.ChartNames;
import java.util.Optional;

/**
 * Reads the name of a chart from the spec of Flux's source: the last part of the URL of an OCIRepository, and the last
 * part of the chart of a HelmChart or of a release's {@code chart}. Fetches no chart.
 */
public final class FluxChartNames implements ChartNames {
    private final KubernetesHttp http;
    private final JsonCodec codec;

    public FluxChartNames(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public Optional<String> of(ReleaseChart chart, String namespace) {
        return switch (chart) {
            case ReleaseChart.Template(JsonObject json) ->
                lastPart(json.objectOrEmpty("spec").stringOrEmpty("chart"));
            case ReleaseChart.Reference(JsonObject json) ->
                SourceRef.of(json.has("namespace") ? json : json.with("namespace", new JsonString(namespace)))
                        .flatMap(this::ofSource);
        };
    }

    private Optional<String> ofSource(SourceRef source) {
        return switch (source.kind()) {
            case "OCIRepository" -> lastPart(spec(source).stringOrEmpty("url"));
            case "HelmChart" -> lastPart(spec(source).stringOrEmpty("chart"));
            default -> Optional.empty();
        };
    }

    private JsonObject spec(SourceRef source) {
        KubernetesResponse response = http.get(FollowedSources.path(source) + "/" + source.name(), new Query());
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject object)) {
            throw new ApiException(RemoteStatus.of(response, codec)
                    .map(status -> ApiError.plain(status.reason(), source + ": " + status.message()))
                    .orElseGet(() -> ApiError.unavailable(source + ": the answer has HTTP status " + response.code())));
        }
        return object.objectOrEmpty("spec");
    }

    /** Returns the text after the last slash; empty if there is none. */
    private static Optional<String> lastPart(String path) {
        String trimmed = path.replaceFirst("/+$", "");
        return Optional.of(trimmed.substring(trimmed.lastIndexOf('/') + 1)).filter(name -> !name.isEmpty());
    }
}

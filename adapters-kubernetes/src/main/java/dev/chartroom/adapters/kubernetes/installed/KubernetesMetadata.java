package dev.chartroom.adapters.kubernetes.installed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterMetadata;
import java.util.ArrayList;
import java.util.List;

/** The metadata of objects of a Kubernetes API server, in pages and without the rest of the objects. */
public final class KubernetesMetadata implements ClusterMetadata {
    /** The most objects in one list. The metadata of so many takes some megabytes. */
    private static final int MOST = 10_000;

    private static final String PAGE = "500";
    private static final String METADATA = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;

    public KubernetesMetadata(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public List<ObjectMeta> list(GroupVersion version, String plural, String namespace, String selector) {
        List<ObjectMeta> all = new ArrayList<>();
        String next = "";
        do {
            Query query = new Query()
                    .with("limit", PAGE)
                    .with("labelSelector", selector)
                    .with("continue", next);
            JsonObject page = http.read(
                    KubernetesObjects.path(version, plural, namespace),
                    query,
                    METADATA,
                    body -> codec.parse(body.readAllBytes()) instanceof JsonObject object ? object : JsonObject.EMPTY,
                    response -> failure(response, plural));
            page.arrayOrEmpty("items")
                    .objects()
                    .forEach(item -> all.add(ObjectMeta.fromJson(item.objectOrEmpty("metadata"))));
            next = page.objectOrEmpty("metadata").stringOrEmpty("continue");
            if (all.size() > MOST) {
                throw new ApiException(ApiError.internal("there are more than " + MOST + " " + plural));
            }
        } while (!next.isEmpty());
        return all;
    }

    private static ApiException failure(KubernetesResponse response, String plural) {
        return new ApiException(
                switch (response.code()) {
                    case FORBIDDEN -> ApiError.internal("the server has no permission to list " + plural);
                    case NOT_FOUND -> ApiError.internal("the cluster does not serve " + plural);
                    default -> ApiError.unavailable("the list of " + plural + " has HTTP status " + response.code());
                });
    }
}

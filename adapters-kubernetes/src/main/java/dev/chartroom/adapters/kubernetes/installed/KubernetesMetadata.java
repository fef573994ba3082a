package dev.chartroom.adapters.kubernetes.installed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The metadata of objects of a Kubernetes API server, read in pages. */
public final class KubernetesMetadata implements ClusterMetadata {
    /** The most objects in one list. */
    private static final int MOST = 10_000;

    /** The bytes of an object without its labels, at most. */
    private static final int OVERHEAD = 1_000;

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
    public List<ObjectMeta> list(
            GroupVersion version, String plural, String namespace, String selector, Predicate<ObjectMeta> wanted) {
        // The namespace comes from a client. Another text could be another path.
        if (!namespace.isEmpty() && !NameFormats.dnsLabel(namespace).isEmpty()) {
            return List.of();
        }
        List<ObjectMeta> all = new ArrayList<>();
        String next = "";
        do {
            Query query = new Query()
                    .with("limit", PAGE)
                    .with("labelSelector", selector)
                    .with("continue", next);
            next = http.read(
                    KubernetesObjects.path(version, plural, namespace),
                    query,
                    METADATA,
                    body -> {
                        byte[] ofPage = EncodedList.read(body, item -> {
                            ObjectMeta object = metadata(item);
                            if (wanted.test(object)) {
                                all.add(reduced(object));
                            }
                        });
                        return codec.parse(ofPage) instanceof JsonObject object ? object.stringOrEmpty("continue") : "";
                    },
                    response -> failure(response, plural));
            if (all.size() > MOST) {
                throw new ApiException(ApiError.internal("there are more than " + MOST + " " + plural));
            }
        } while (!next.isEmpty());
        return all;
    }

    private ObjectMeta metadata(byte[] item) {
        JsonObject object = codec.parse(item) instanceof JsonObject json ? json : JsonObject.EMPTY;
        return ObjectMeta.fromJson(object.objectOrEmpty("metadata"));
    }

    /** Returns the namespace, the name and the labels. Annotations and managed fields can be large. */
    private static ObjectMeta reduced(ObjectMeta metadata) {
        int labels = metadata.labels().entrySet().stream()
                .mapToInt(label -> label.getKey().length() + label.getValue().length())
                .sum();
        ServerCapacity.current().ifPresent(share -> share.keep(OVERHEAD + labels));
        return ObjectMeta.of(metadata.namespace(), metadata.name()).toBuilder()
                .labels(metadata.labels())
                .build();
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

package dev.chartroom.adapters.kubernetes.installed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterObjects;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The objects of a Kubernetes API server. */
public final class KubernetesObjects implements ClusterObjects {
    /** The characters in names of the resources that are not DNS names, such as ClusterRoles. */
    private static final Pattern NAME = Pattern.compile("[-._:A-Za-z0-9]+");

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;

    public KubernetesObjects(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public Result get(GroupVersion version, String plural, String namespace, String name) {
        // The names come from a chart. Other texts could be another path.
        if (!NameFormats.pathSegment(name).isEmpty()
                || !NAME.matcher(name).matches()
                || !namespace.isEmpty() && !NameFormats.dnsLabel(namespace).isEmpty()) {
            return new Result.Missing();
        }
        KubernetesResponse response = http.get(path(version, plural, namespace) + "/" + name, new Query());
        return switch (response.code()) {
            case FORBIDDEN -> new Result.Unreadable();
            case NOT_FOUND -> new Result.Missing();
            default -> new Result.Found(object(response));
        };
    }

    @Override
    public Optional<List<JsonObject>> list(GroupVersion version, String plural, String namespace, int limit) {
        KubernetesResponse response =
                http.get(path(version, plural, namespace), new Query().with("limit", Integer.toString(limit)));
        return switch (response.code()) {
            case FORBIDDEN -> Optional.empty();
            case NOT_FOUND -> Optional.of(List.of());
            default -> Optional.of(object(response).arrayOrEmpty("items").objects());
        };
    }

    private JsonObject object(KubernetesResponse response) {
        if (response.isSuccess() && codec.parse(response.body()) instanceof JsonObject object) {
            return object;
        }
        throw new ApiException(ApiError.unavailable("the kube-apiserver answered with HTTP status " + response.code()));
    }

    static String path(GroupVersion version, String plural, String namespace) {
        return "/" + version.path() + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + plural;
    }
}

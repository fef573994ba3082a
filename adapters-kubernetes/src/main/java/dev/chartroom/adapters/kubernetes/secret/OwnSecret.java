package dev.chartroom.adapters.kubernetes.secret;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Secret that the replicas of Chartroom share. Chartroom writes its data; others may own the rest of the object. The
 * resource version detects concurrent writes.
 */
public final class OwnSecret {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final NamespacedName name;
    private final String path;

    public OwnSecret(KubernetesHttp http, JsonCodec codec, NamespacedName name) {
        this.http = http;
        this.codec = codec;
        this.name = name;
        this.path = "/api/v1/namespaces/" + name.namespace() + "/secrets";
    }

    /**
     * The Secret as it was read.
     *
     * @param object the whole object, empty if there was none
     */
    public record Version(JsonObject object) {
        /** Returns the values of the Secret by their keys. Values that are not UTF-8 have replacement characters. */
        public Map<String, String> data() {
            Map<String, String> data = new TreeMap<>();
            object.objectOrEmpty("data").members().forEach((key, value) -> {
                if (value instanceof JsonString(String base64)) {
                    data.put(key, new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8));
                }
            });
            return data;
        }

        /** Returns a text without the values. */
        @Override
        public String toString() {
            return "a version of a Secret";
        }
    }

    /**
     * Reads the Secret; a Secret that does not exist has no data.
     *
     * @throws ApiException if the Secret cannot be read
     */
    public Version read() {
        KubernetesResponse response = http.get(path + "/" + name.name(), new Query());
        if (response.code() == NOT_FOUND) {
            return new Version(JsonObject.EMPTY);
        }
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject object)) {
            throw refusal("read", response);
        }
        return new Version(object);
    }

    /**
     * Replaces the data of the Secret, or creates it.
     *
     * @return whether the data was written; false if the Secret is no longer the version that was read
     * @throws ApiException if the Secret cannot be written
     */
    public boolean replace(Version read, Map<String, String> data) {
        JsonObject.Builder encoded = JsonObject.builder();
        data.forEach((key, value) ->
                encoded.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        boolean exists = !read.object().isEmpty();
        byte[] body = codec.encode((exists ? read.object() : empty()).with("data", encoded.build()));
        KubernetesResponse response = exists
                ? http.send("PUT", path + "/" + name.name(), new Query(), body)
                : http.send("POST", path, new Query(), body);
        if (response.code() == CONFLICT || exists && response.code() == NOT_FOUND) {
            return false;
        }
        if (!response.isSuccess()) {
            throw refusal("write", response);
        }
        return true;
    }

    private JsonObject empty() {
        return JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "Secret")
                .put("metadata", JsonObject.ofStrings(Map.of("namespace", name.namespace(), "name", name.name())))
                .put("type", "Opaque")
                .build();
    }

    private ApiException refusal(String verb, KubernetesResponse response) {
        String reason = RemoteStatus.of(response, codec)
                .map(RemoteStatus::message)
                .orElse("the API server answered " + response.code());
        return new ApiException(ApiError.unavailable("cannot " + verb + " the Secret " + name.key() + ": " + reason));
    }
}

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
     * @param object the whole object
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
     * Reads the Secret.
     *
     * @throws ApiException if the Secret cannot be read, or does not exist
     */
    public Version read() {
        KubernetesResponse response = http.get(path + "/" + name.name(), new Query());
        if (response.code() == NOT_FOUND) {
            throw new ApiException(
                    ApiError.unavailable("the Secret " + name.key() + " does not exist; create it without data"));
        }
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject object)) {
            throw refusal("read", response);
        }
        return new Version(object);
    }

    /**
     * Replaces the data of the Secret.
     *
     * @return whether the data was written; false if the Secret is no longer the version that was read
     * @throws ApiException if the Secret cannot be written
     */
    public boolean replace(Version read, Map<String, String> data) {
        JsonObject.Builder encoded = JsonObject.builder();
        data.forEach((key, value) ->
                encoded.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        byte[] body = codec.encode(read.object().with("data", encoded.build()));
        KubernetesResponse response = http.send("PUT", path + "/" + name.name(), new Query(), body);
        if (response.code() == CONFLICT || response.code() == NOT_FOUND) {
            return false;
        }
        if (!response.isSuccess()) {
            throw refusal("write", response);
        }
        return true;
    }

    private ApiException refusal(String verb, KubernetesResponse response) {
        String reason = RemoteStatus.of(response, codec)
                .map(RemoteStatus::message)
                .orElse("the API server answered " + response.code());
        return new ApiException(ApiError.unavailable("cannot " + verb + " the Secret " + name.key() + ": " + reason));
    }
}

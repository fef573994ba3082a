package dev.chartroom.e2e.harness;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.e2e.controlplane.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** A client of the kube-apiserver that sends exactly the given requests, unlike kubectl. */
public record JsonClient(HttpClient http, String url) {
    private static final JacksonCodec CODEC = JacksonCodec.ofStored();

    /** A response with a JSON body. */
    public record Reply(int code, JsonObject body) {}

    public static JsonClient of(ControlPlane controlPlane, User user) {
        HttpClient http = HttpClient.newBuilder()
                .sslContext(user.identity().sslContext(controlPlane.caPem()))
                .build();
        return new JsonClient(http, controlPlane.url());
    }

    public static JsonObject object(String json) {
        return (JsonObject) CODEC.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the body of a response. A body that is not JSON, such as that of a proxy's error, is an AssertionError. */
    public static JsonObject object(HttpResponse<byte[]> response) {
        try {
            return (JsonObject) CODEC.parse(response.body());
        } catch (ApiException e) {
            throw new AssertionError(
                    response.statusCode() + " " + new String(response.body(), StandardCharsets.UTF_8), e);
        }
    }

    public Reply get(String path) {
        return send("GET", path, "application/json", "");
    }

    public Reply post(String path, JsonValue body) {
        return send("POST", path, "application/json", body.toString());
    }

    public Reply put(String path, JsonValue body) {
        return send("PUT", path, "application/json", body.toString());
    }

    public Reply mergePatch(String path, String patch) {
        return send("PATCH", path, "application/merge-patch+json", patch);
    }

    public Reply jsonPatch(String path, String patch) {
        return send("PATCH", path, "application/json-patch+json", patch);
    }

    public Reply apply(String path, JsonValue body) {
        return send("PATCH", path + "?fieldManager=tenant&force=true", "application/apply-patch+yaml", body.toString());
    }

    public Reply delete(String path) {
        return send("DELETE", path, "application/json", "");
    }

    private Reply send(String method, String path, String type, String body) {
        try {
            HttpResponse<byte[]> response = http.send(
                    HttpRequest.newBuilder(URI.create(url + path))
                            .header("Content-Type", type)
                            .header("Accept", "application/json")
                            .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofByteArray());
            return new Reply(response.statusCode(), object(response));
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

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
    private static final String DISCOVERY = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

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

    /** Returns whether a path exists and may be read, whatever the body of the answer is. */
    public boolean canRead(String path) {
        return send(request("GET", path, "application/json", "application/json", ""))
                        .statusCode()
                == 200;
    }

    /** Returns whether clients find a group version, whose kinds the kube-apiserver collects from time to time. */
    public boolean isDiscovered(String group, String version) {
        JsonObject groups = object(send(request("GET", "/apis", "application/json", DISCOVERY, "")));
        return groups.arrayOrEmpty("items").objects().stream()
                .filter(each ->
                        each.objectOrEmpty("metadata").stringOrEmpty("name").equals(group))
                .flatMap(each -> each.arrayOrEmpty("versions").objects().stream())
                .anyMatch(each -> each.stringOrEmpty("version").equals(version)
                        && each.stringOrEmpty("freshness").equals("Current")
                        && !each.arrayOrEmpty("resources").values().isEmpty());
    }

    /** Returns whether the kube-apiserver publishes the schemas of a group version, which it collects, too. */
    public boolean hasSchemas(String group, String version) {
        return get("/openapi/v3").body().objectOrEmpty("paths").has("apis/" + group + "/" + version);
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
        HttpResponse<byte[]> response = send(request(method, path, type, "application/json", body));
        return new Reply(response.statusCode(), object(response));
    }

    private HttpRequest request(String method, String path, String type, String accept, String body) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", type)
                .header("Accept", accept)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(request.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

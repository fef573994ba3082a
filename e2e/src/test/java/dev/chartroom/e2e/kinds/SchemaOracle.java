package dev.chartroom.e2e.kinds;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Records how a kube-apiserver handles values under a schema, with a CustomResourceDefinition of its own. */
final class SchemaOracle {
    private static final String GROUP = "golden.chartroom.dev";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final JsonObject OPEN = JsonObject.builder()
            .put("type", "object")
            .put("x-kubernetes-preserve-unknown-fields", true)
            .build();

    private final JacksonCodec codec = JacksonCodec.ofStored();
    private final HttpClient client;
    private final String url;
    private final String kind;
    private final String plural;
    private final String objects;

    /** Declares a kind whose first schema admits everything, so that old objects may be invalid later. */
    SchemaOracle(ControlPlane controlPlane, String name) {
        client = HttpClient.newBuilder()
                .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                .build();
        url = controlPlane.url();
        kind = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        plural = name.endsWith("s") ? name : name + "s";
        objects = "/apis/" + GROUP + "/v1/namespaces/default/" + plural;
        expect(201, send("POST", DEFINITIONS, definition(JsonObject.of("spec", OPEN))));
        eventually(() -> send("POST", objects + "?dryRun=All", object("probe", JsonObject.EMPTY, JsonObject.EMPTY))
                        .statusCode()
                == 201);
    }

    void storeOld(String name, JsonValue spec) {
        expect(201, send("POST", objects, object(name, JsonObject.EMPTY, spec)));
    }

    /** Installs the schema and waits until it is in force. */
    void use(JsonObject schema) {
        String path = DEFINITIONS + "/" + plural + "." + GROUP;
        JsonObject marker = JsonObject.builder()
                .put("type", "string")
                .put("enum", JsonArray.of(new JsonString("x")))
                .build();
        JsonObject current = JsonClient.object(send("GET", path, null));
        JsonObject next = definition(
                JsonObject.builder().put("spec", schema).put("marker", marker).build());
        expect(200, send("PUT", path, next.with("metadata", current.objectOrEmpty("metadata"))));
        JsonObject probe = object("probe", JsonObject.EMPTY, JsonObject.EMPTY)
                .without("spec")
                .with("marker", new JsonString("y"));
        eventually(() -> new String(send("POST", objects + "?dryRun=All", probe).body(), StandardCharsets.UTF_8)
                .contains("Unsupported value"));
    }

    /** Returns the outcome of a create of the value, or of an update if {@code update} is set. */
    JsonObject ask(String name, JsonValue spec, boolean update) {
        String options = "?dryRun=All&fieldValidation=Warn";
        HttpResponse<byte[]> answer = update
                ? send("PUT", objects + "/" + name + options, object(name, versionOf(name), spec))
                : send("POST", objects + options, object(name, JsonObject.EMPTY, spec));
        JsonObject body = JsonClient.object(answer);
        JsonObject.Builder told = JsonObject.builder();
        switch (answer.statusCode()) {
            case 200, 201 -> told.putIfPresent("spec", body.get("spec"));
            case 422 -> told.put("causes", body.objectOrEmpty("details").arrayOrEmpty("causes"));
            default ->
                told.put("code", JsonNumber.of(answer.statusCode())).put("message", body.stringOrEmpty("message"));
        }
        JsonArray unknown = JsonArray.ofStrings(answer.headers().allValues("Warning").stream()
                .map(warning -> new String(warning.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                .map(warning -> warning.replaceFirst("^299 - \"unknown field \\\\\"(.*)\\\\\"\"$", "$1"))
                .toList());
        return (unknown.isEmpty() ? told : told.put("unknown", unknown)).build();
    }

    private JsonObject versionOf(String name) {
        JsonObject metadata =
                JsonClient.object(send("GET", objects + "/" + name, null)).objectOrEmpty("metadata");
        return JsonObject.builder()
                .put("resourceVersion", metadata.stringOrEmpty("resourceVersion"))
                .build();
    }

    private JsonObject object(String name, JsonObject metadata, JsonValue spec) {
        return JsonObject.builder()
                .put("apiVersion", GROUP + "/v1")
                .put("kind", kind)
                .put("metadata", metadata.with("name", new JsonString(name)))
                .put("spec", spec)
                .build();
    }

    private JsonObject definition(JsonObject properties) {
        JsonObject schema = JsonObject.builder()
                .put("type", "object")
                .put("properties", properties)
                .build();
        JsonObject version = JsonObject.builder()
                .put("name", "v1")
                .put("served", true)
                .put("storage", true)
                .put("schema", JsonObject.of("openAPIV3Schema", schema))
                .build();
        JsonObject names = JsonObject.builder()
                .put("kind", kind)
                .put("plural", plural)
                .put("singular", kind.toLowerCase(Locale.ROOT))
                .put("listKind", kind + "List")
                .build();
        return JsonObject.builder()
                .put("apiVersion", "apiextensions.k8s.io/v1")
                .put("kind", "CustomResourceDefinition")
                .put("metadata", JsonObject.of("name", new JsonString(plural + "." + GROUP)))
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("group", GROUP)
                                .put("scope", "Namespaced")
                                .put("names", names)
                                .put("versions", JsonArray.of(version))
                                .build())
                .build();
    }

    private HttpResponse<byte[]> send(String method, String path, @Nullable JsonObject body) {
        try {
            HttpRequest.BodyPublisher publisher = body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(codec.encode(body));
            return client.send(
                    HttpRequest.newBuilder(URI.create(url + path))
                            .header("Content-Type", "application/json")
                            .method(method, publisher)
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void expect(int code, HttpResponse<byte[]> answer) {
        if (answer.statusCode() != code) {
            throw new AssertionError(answer.statusCode() + ": " + new String(answer.body(), StandardCharsets.UTF_8));
        }
    }

    private static void eventually(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}

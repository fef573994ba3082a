package dev.chartroom.bootstrap;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.LineStream;
import dev.chartroom.kubernetes.client.Query;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Sends typical client requests to a server, often enough that the JVM records profiles of the code that handles the
 * requests. Objects are created, read, listed, printed as tables, changed in each way, watched and deleted.
 */
final class RehearsedRequests {
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    private static final JsonObject LABELS =
            JsonObject.of("metadata", JsonObject.of("labels", JsonObject.of("rehearsed", new JsonString("yes"))));

    private final JacksonCodec codec = new JacksonCodec();
    private final KubernetesHttp server;
    private final String collection;
    private final JsonObject example;
    private final int times;

    /**
     * @param collection the path of objects in a namespace
     * @param example an object for this path; each repetition gives it another name
     * @param times the number of repetitions
     */
    RehearsedRequests(KubernetesHttp server, String collection, JsonObject example, int times) {
        this.times = times;
        this.server = server;
        this.collection = collection;
        this.example = example;
    }

    void run() throws IOException {
        Query watch = new Query().with("watch", "true").with("resourceVersion", "0");
        try (LineStream events = server.open(collection, watch, RehearsedRequests::refused)) {
            for (int i = 0; i < times; i++) {
                ask("asked-" + i);
                for (int event = 0; event < 4; event++) {
                    events.next();
                }
            }
        }
    }

    private void ask(String name) {
        String path = collection + "/" + name;
        Query manager = new Query().with("fieldManager", "rehearsal");
        JsonObject object =
                example.with("metadata", example.objectOrEmpty("metadata").with("name", new JsonString(name)));
        JsonObject read = object(check(server.send("POST", collection, manager, codec.encode(object))));
        // This read does not request the latest state. For the latest state, servers request metadata in protobuf,
        // which the stand-in does not support.
        String version = read.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
        check(server.get(path, new Query().with("resourceVersion", version)));
        check(server.merge(path, manager, codec.encode(LABELS)));
        check(server.patch(
                path,
                manager,
                "application/json-patch+json",
                utf8("[{\"op\": \"add\", \"path\": \"/metadata/labels/other\", \"value\": \"" + name + "\"}]")));
        check(server.patch(
                path,
                new Query().with("fieldManager", "applier").with("force", "true"),
                "application/apply-patch+yaml",
                codec.encode(object)));
        // This update conflicts with the previous updates. The server detects the conflict without a write.
        server.send("PUT", path, manager, codec.encode(read.with("metadata", read.objectOrEmpty("metadata"))));
        for (String state : new String[] {"", "0"}) {
            Query page = new Query().with("limit", "20").with("resourceVersion", state);
            check(server.get(collection, page));
            server.read(collection, page, TABLE, InputStream::readAllBytes, RehearsedRequests::refused);
        }
        check(server.send("DELETE", path, new Query(), utf8("{}")));
    }

    private JsonObject object(KubernetesResponse response) {
        return codec.parse(response.body()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    /** Fails if a request was rejected. Rehearsing failures would record profiles of the wrong code. */
    static KubernetesResponse check(KubernetesResponse response) {
        if (!response.isSuccess()) {
            throw refused(response);
        }
        return response;
    }

    private static ApiException refused(KubernetesResponse response) {
        throw new IllegalStateException(
                "the request failed: " + response.code() + ": " + new String(response.body(), StandardCharsets.UTF_8));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package dev.chartroom.conformance.cluster;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.cases.Received;
import dev.chartroom.conformance.cases.Transport;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that has the faults that no real one has on demand: answers that get lost, objects in namespaces that do not
 * exist, and lists with the objects of others. It stores any object below the path of its collection.
 */
final class MemoryCluster implements Transport {
    private static final JsonCodec CODEC = JacksonCodec.ofStored();

    private final Map<String, JsonObject> objects = new TreeMap<>();
    private final Set<String> lost = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private List<JsonObject> foreign = List.of();

    /** Loses the answer to each request of this method whose path contains the text. The request has its effect. */
    MemoryCluster losing(String method, String part) {
        lost.add(method + " " + part);
        return this;
    }

    /** Refuses each request of this method whose path contains the text. */
    MemoryCluster refusing(String method, String part) {
        refused.add(method + " " + part);
        return this;
    }

    /** Adds objects to each list, wherever they are. */
    MemoryCluster listing(JsonObject... others) {
        foreign = List.of(others);
        return this;
    }

    MemoryCluster with(String path) {
        objects.put(path, object("", path.substring(path.lastIndexOf('/') + 1)));
        return this;
    }

    synchronized Set<String> paths() {
        return Set.copyOf(objects.keySet());
    }

    static JsonObject object(String namespace, String name) {
        return JsonObject.of(
                "metadata",
                JsonObject.builder()
                        .put("namespace", namespace)
                        .put("name", name)
                        .build());
    }

    @Override
    public synchronized Received send(
            String method, String path, Map<String, String> headers, byte @Nullable [] body, Duration limit)
            throws IOException {
        if (matches(refused, method, path)) {
            return answer(403, JsonObject.builder().put("message", "refused").build());
        }
        Received answer = answer(method, path.replaceFirst("\\?.*", ""), body);
        if (matches(lost, method, path)) {
            throw new IOException("the connection was reset");
        }
        return answer;
    }

    private Received answer(String method, String path, byte @Nullable [] body) {
        JsonObject known = objects.get(path);
        return switch (method) {
            case "POST" -> created(path, (JsonObject) CODEC.parse(body == null ? new byte[0] : body));
            case "DELETE" -> answer(objects.remove(path) == null ? 404 : 200, JsonObject.EMPTY);
            default ->
                known != null ? answer(200, known) : isCollection(path) ? list(path) : answer(404, JsonObject.EMPTY);
        };
    }

    private Received created(String collection, JsonObject object) {
        String path = collection + "/" + object.objectOrEmpty("metadata").stringOrEmpty("name");
        return answer(objects.putIfAbsent(path, object) == null ? 201 : 409, object);
    }

    private Received list(String collection) {
        List<JsonObject> items = new ArrayList<>(foreign);
        objects.forEach((path, object) -> {
            if (path.startsWith(collection + "/")) {
                items.add(object);
            }
        });
        return answer(200, JsonObject.of("items", JsonArray.of(items.toArray(JsonObject[]::new))));
    }

    private static boolean isCollection(String path) {
        return path.endsWith("/redises");
    }

    private static boolean matches(Set<String> rules, String method, String path) {
        return rules.stream()
                .anyMatch(rule -> rule.startsWith(method + " ") && path.contains(rule.substring(method.length() + 1)));
    }

    private static Received answer(int code, JsonObject body) {
        return new Received(
                code,
                HttpHeaders.of(Map.of("Content-Type", List.of("application/json")), (_, _) -> true),
                CODEC.encode(body));
    }

    @Override
    public void close() {}
}

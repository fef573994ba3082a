package dev.chartroom.adapters.auth;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ConfigMap that extension API servers read. As with the Role bound to them, only lists and watches that select its
 * name are allowed.
 */
public final class FakeConfigMaps {
    private static final String SELECTOR = "metadata.name%3Dextension-apiserver-authentication";

    static final String ELSEWHERE = "/elsewhere";

    private record Event(long resourceVersion, JsonObject json) {}

    private final List<Event> events = new ArrayList<>();
    private @Nullable JsonObject configMap;
    private @Nullable JsonObject other;
    private long resourceVersion = 10;
    private int failure;
    private boolean redirected;
    private int endedWatches;
    private int openWatches;
    private int lists;

    public synchronized void put(Map<String, String> data) {
        String type = configMap == null ? "ADDED" : "MODIFIED";
        resourceVersion++;
        configMap = object("ConfigMap");
        configMap.add("data", new Gson().toJsonTree(data));
        record(type, configMap);
    }

    /** Sets the data to any JSON, which an API server would not accept. */
    public synchronized void putMalformed(String data) {
        resourceVersion++;
        configMap = object("ConfigMap");
        configMap.add("data", new Gson().fromJson(data, JsonElement.class));
        record("MODIFIED", configMap);
    }

    /** Adds another ConfigMap to every list, as a server that ignores the field selector. */
    public synchronized void addOther(Map<String, String> data) {
        other = object("ConfigMap");
        other.getAsJsonObject("metadata").addProperty("name", "other");
        other.add("data", new Gson().toJsonTree(data));
    }

    public synchronized void remove() {
        JsonObject last = configMap == null ? object("ConfigMap") : configMap;
        resourceVersion++;
        configMap = null;
        record("DELETED", last);
    }

    /** Answers every list and watch with this code from now on; 0 to stop that. */
    public synchronized void failWith(int code) {
        failure = code;
    }

    /** Redirects every list and watch to {@link #ELSEWHERE} from now on, which answers them. */
    public synchronized void redirect() {
        redirected = true;
    }

    /** Sends an event that does not change the ConfigMap. */
    public synchronized void tell(String type, String object) {
        resourceVersion++;
        record(type, new Gson().fromJson(object, JsonObject.class));
    }

    public synchronized void endWatches() {
        endedWatches++;
        notifyAll();
    }

    public synchronized int openWatches() {
        return openWatches;
    }

    public synchronized int lists() {
        return lists;
    }

    void serve(HttpExchange exchange) throws IOException {
        Map<String, String> query = Arrays.stream(
                        exchange.getRequestURI().getRawQuery().split("&"))
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        if (!SELECTOR.equals(query.get("fieldSelector"))) {
            FakeApiServer.send(exchange, FakeApiServer.Answer.failure(403));
        } else if (isRedirected(exchange)) {
            String location = ELSEWHERE + "?" + exchange.getRequestURI().getRawQuery();
            FakeApiServer.send(exchange, new FakeApiServer.Answer(307, "", Map.of("Location", location)));
        } else if ("1".equals(query.get("watch"))) {
            watch(exchange, Long.parseLong(query.get("resourceVersion")));
        } else {
            FakeApiServer.send(exchange, list());
        }
    }

    private synchronized boolean isRedirected(HttpExchange exchange) {
        boolean asked = redirected && !exchange.getRequestURI().getPath().equals(ELSEWHERE);
        if (asked) {
            lists++;
        }
        return asked;
    }

    private synchronized FakeApiServer.Answer list() {
        lists++;
        if (failure != 0) {
            return FakeApiServer.Answer.failure(failure);
        }
        JsonObject list = object("ConfigMapList");
        JsonArray items = new JsonArray();
        if (configMap != null) {
            items.add(configMap);
        }
        if (other != null) {
            items.add(other);
        }
        list.add("items", items);
        return new FakeApiServer.Answer(200, list.toString(), Map.of());
    }

    private void watch(HttpExchange exchange, long after) throws IOException {
        int ended;
        synchronized (this) {
            if (failure != 0) {
                FakeApiServer.send(exchange, FakeApiServer.Answer.failure(failure));
                return;
            }
            ended = endedWatches;
            openWatches++;
        }
        try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            long seen = after;
            for (Event event = next(seen, ended); event != null; event = next(seen, ended)) {
                exchange.getResponseBody().write((event.json() + "\n").getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                seen = event.resourceVersion();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                openWatches--;
            }
        }
    }

    private synchronized @Nullable Event next(long after, int ended) throws InterruptedException {
        while (ended == endedWatches) {
            for (Event event : events) {
                if (event.resourceVersion() > after) {
                    return event;
                }
            }
            wait();
        }
        return null;
    }

    private void record(String type, JsonObject object) {
        JsonObject event = new JsonObject();
        event.addProperty("type", type);
        event.add("object", object);
        events.add(new Event(resourceVersion, event));
        notifyAll();
    }

    private JsonObject object(String kind) {
        JsonObject metadata = new JsonObject();
        if (kind.equals("ConfigMap")) {
            metadata.addProperty("namespace", "kube-system");
            metadata.addProperty("name", "extension-apiserver-authentication");
        }
        metadata.addProperty("resourceVersion", Long.toString(resourceVersion));
        metadata.addProperty("addedLater", true);
        JsonObject object = new JsonObject();
        object.addProperty("kind", kind);
        object.addProperty("apiVersion", "v1");
        object.add("metadata", metadata);
        return object;
    }
}

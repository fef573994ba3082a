package dev.chartroom.e2e.access;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.e2e.harness.JsonClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A stand-in for a kube-apiserver whose ConfigMap {@code extension-apiserver-authentication} contains what a test sets:
 * a real kube-apiserver restores its own authorities at once. It allows everything to every user.
 */
final class FakeAuthenticationConfig implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private Map<String, String> data;
    private long resourceVersion = 1;
    private boolean closed;

    private FakeAuthenticationConfig(HttpServer server, Map<String, String> data) {
        this.server = server;
        this.data = data;
    }

    static FakeAuthenticationConfig start(Map<String, String> data) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        FakeAuthenticationConfig started = new FakeAuthenticationConfig(server, data);
        server.setExecutor(started.executor);
        server.createContext("/", exchange -> send(exchange, 404, JsonObject.of("kind", text("Status"))));
        server.createContext("/apis/authorization.k8s.io/v1/subjectaccessreviews", FakeAuthenticationConfig::review);
        server.createContext("/api/v1/namespaces/kube-system/configmaps", started::configMap);
        server.start();
        return started;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Replaces the content of the ConfigMap and notifies its watches. */
    synchronized void put(Map<String, String> data) {
        this.data = data;
        resourceVersion++;
        notifyAll();
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        server.stop(0);
        executor.close();
    }

    private void configMap(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestURI().getQuery().contains("watch=1")) {
            send(exchange, 200, list());
            return;
        }
        try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            // The client has listed before, so only later changes are events.
            for (long seen = versionAsked(exchange); (seen = awaitChangeAfter(seen)) > 0; ) {
                String event = "{\"type\":\"MODIFIED\",\"object\":" + current() + "}\n";
                exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long versionAsked(HttpExchange exchange) {
        return Long.parseLong(
                exchange.getRequestURI().getQuery().replaceFirst(".*(?:^|&)resourceVersion=(\\d+).*", "$1"));
    }

    /** Waits for a resource version after {@code seen}, and returns it; 0 if the server is closed. */
    private synchronized long awaitChangeAfter(long seen) throws InterruptedException {
        while (!closed && resourceVersion <= seen) {
            wait();
        }
        return closed ? 0 : resourceVersion;
    }

    private synchronized JsonObject list() {
        return JsonObject.builder()
                .put("kind", "ConfigMapList")
                .put("apiVersion", "v1")
                .put("metadata", JsonObject.of("resourceVersion", text(Long.toString(resourceVersion))))
                .put("items", JsonArray.of(current()))
                .build();
    }

    private synchronized JsonObject current() {
        return JsonObject.builder()
                .put("kind", "ConfigMap")
                .put("apiVersion", "v1")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("namespace", "kube-system")
                                .put("name", "extension-apiserver-authentication")
                                .put("resourceVersion", Long.toString(resourceVersion))
                                .build())
                .put("data", JsonObject.ofStrings(data))
                .build();
    }

    private static void review(HttpExchange exchange) throws IOException {
        String review = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean allowed = !review.contains("system:anonymous");
        send(exchange, 201, JsonClient.object("{\"metadata\": {}, \"status\": {\"allowed\": " + allowed + "}}"));
    }

    private static void send(HttpExchange exchange, int code, JsonObject body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static JsonString text(String text) {
        return new JsonString(text);
    }
}

package dev.chartroom.bootstrap.tls;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A kube-apiserver whose answers a test determines in advance. An unexpected request gets a 501. */
final class ScriptedSecrets implements AutoCloseable {
    private final HttpServer server;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    private record Answer(int code, String body) {}

    /** A request, as method and path. */
    record Request(String line, String body) {
        JsonObject json() {
            return (JsonObject) JsonText.parse(body);
        }
    }

    ScriptedSecrets() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    KubernetesHttp http() {
        ApiClient client = new ApiClient();
        client.setBasePath("http://127.0.0.1:" + server.getAddress().getPort());
        return new KubernetesHttp(client);
    }

    /** Answers the next request for which there is no answer yet. */
    ScriptedSecrets answer(int code, String body) {
        answers.add(new Answer(code, body));
        return this;
    }

    List<Request> requests() {
        return requests;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(new Request(exchange.getRequestMethod() + " " + exchange.getRequestURI(), body));
            Answer answer = answers.poll();
            byte[] bytes = (answer == null ? "" : answer.body()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer == null ? 501 : answer.code(), bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

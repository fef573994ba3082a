package dev.chartroom.kubernetes.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A scripted API server, for responses that a real one cannot be made to return. */
public final class FakeApiServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Script> scripts = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch released = new CountDownLatch(0);

    /** Handles one request. */
    public interface Script {
        void run(HttpExchange exchange) throws IOException;
    }

    /** A received request. */
    public record Received(
            String method, String path, Map<String, String> query, String body, Map<String, List<String>> headers) {

        /** Returns the body, which must be a JSON object. */
        public JsonObject json() {
            return (JsonObject) JsonText.parse(body);
        }
    }

    public FakeApiServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public KubernetesHttp http() {
        return http(Duration.ofSeconds(10));
    }

    public KubernetesHttp http(Duration readTimeout) {
        ApiClient client = new ApiClient();
        client.setBasePath(url());
        client.setReadTimeout((int) readTimeout.toMillis());
        return new KubernetesHttp(client);
    }

    /** Answers the next request with this response. */
    public FakeApiServer answer(int code, String body, String... headers) {
        return script(exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.getResponseBody().close();
        });
    }

    /** Answers the next request with lines, and then runs the script with the exchange. */
    public FakeApiServer lines(List<String> lines, Script then) {
        return script(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream body = exchange.getResponseBody();
            for (String line : lines) {
                body.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            body.flush();
            then.run(exchange);
        });
    }

    public FakeApiServer script(Script script) {
        scripts.add(script);
        return this;
    }

    /** From now on no request is answered until {@link #release}. */
    public void hold() {
        released = new CountDownLatch(1);
    }

    public void release() {
        released.countDown();
    }

    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        received.add(new Received(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                query(exchange.getRequestURI().getRawQuery()),
                body,
                Map.copyOf(exchange.getRequestHeaders())));
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        Script script = scripts.poll();
        if (script == null) {
            exchange.sendResponseHeaders(501, -1);
            exchange.close();
        } else {
            script.run(exchange);
        }
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new TreeMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }
}

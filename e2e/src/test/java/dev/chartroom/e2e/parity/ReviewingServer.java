package dev.chartroom.e2e.parity;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** The webhooks of {@code parity/admission}: a real HTTPS server that returns the answers of their file. */
final class ReviewingServer implements AutoCloseable {
    private static final JsonCodec CODEC = JacksonCodec.ofStored();

    private final HttpsServer server;
    private final Map<String, JsonObject> webhooks;
    private final List<JsonObject> reviews = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    private ReviewingServer(HttpsServer server, List<JsonObject> webhooks) {
        this.server = server;
        this.webhooks = webhooks.stream()
                .collect(Collectors.toMap(file -> "/" + file.stringOrEmpty("webhook"), Function.identity()));
    }

    static ReviewingServer start(SSLContext tls, List<JsonObject> webhooks) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        ReviewingServer started = new ReviewingServer(server, webhooks);
        server.createContext("/", started::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return started;
    }

    String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the received reviews, in their order. */
    List<JsonObject> reviews() {
        return reviews;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonObject review =
                    (JsonObject) CODEC.parse(exchange.getRequestBody().readAllBytes());
            reviews.add(review.with(
                    "webhook", new JsonString(exchange.getRequestURI().toString())));
            JsonObject file = webhooks.get(exchange.getRequestURI().getPath());
            if (file == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            pause(number(file, "seconds"));
            long code = number(file, "code");
            if (code != 0) {
                byte[] body = "it said no".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders((int) code, body.length);
                exchange.getResponseBody().write(body);
                return;
            }
            byte[] body = CODEC.encode(file.object("body").orElseGet(() -> reviewed(review, file)));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private void pause(long seconds) {
        try {
            if (seconds > 0 && closed.await(seconds, TimeUnit.SECONDS)) {
                throw new IllegalStateException("closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static JsonObject reviewed(JsonObject review, JsonObject file) {
        JsonObject response = file.objectOrEmpty("response");
        JsonObject.Builder answer = JsonObject.builder()
                .put("uid", review.objectOrEmpty("request").stringOrEmpty("uid"))
                .putAll(response.without("operations"));
        JsonValue operations = response.get("operations");
        if (operations != null) {
            answer.put("patch", Base64.getEncoder().encodeToString(CODEC.encode(operations)));
        }
        return JsonObject.builder()
                .put("apiVersion", review.stringOrEmpty("apiVersion"))
                .put("kind", "AdmissionReview")
                .put("response", answer.build())
                .build();
    }

    private static long number(JsonObject file, String field) {
        return file.get(field) instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}

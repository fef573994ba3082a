package dev.chartroom.e2e.parity;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.e2e.access.CertificateAuthorities;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The conversion webhook of the CRD of {@code parity/versions}. It is handwritten, so it is an independent reference
 * for the kind's conversion rules.
 */
final class ConvertingServer implements AutoCloseable {
    private static final JsonCodec CODEC = JacksonCodec.ofStored();
    private static final Map<String, String> SIZES = Map.of("small", "S", "medium", "M", "large", "L");

    private final HttpsServer server;
    private final String caPem;

    private ConvertingServer(HttpsServer server, String caPem) {
        this.server = server;
        this.caPem = caPem;
    }

    static ConvertingServer start() throws IOException {
        CertificateAuthorities.Webhooks keys = CertificateAuthorities.webhooks();
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(keys.tls()));
        server.createContext("/", ConvertingServer::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return new ConvertingServer(server, keys.caPem());
    }

    /** Returns the configuration with which a kube-apiserver reaches it. */
    JsonObject clientConfig() {
        return JsonObject.builder()
                .put("url", "https://127.0.0.1:" + server.getAddress().getPort() + "/")
                .put("caBundle", Base64.getEncoder().encodeToString(caPem.getBytes(StandardCharsets.UTF_8)))
                .build();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonObject review =
                    (JsonObject) CODEC.parse(exchange.getRequestBody().readAllBytes());
            JsonObject request = review.objectOrEmpty("request");
            String wanted = request.stringOrEmpty("desiredAPIVersion");
            JsonArray converted = request.arrayOrEmpty("objects").map(object -> converted((JsonObject) object, wanted));
            JsonObject response = JsonObject.builder()
                    .put("uid", request.stringOrEmpty("uid"))
                    .put("result", JsonObject.of("status", new JsonString("Success")))
                    .put("convertedObjects", converted)
                    .build();
            byte[] body = CODEC.encode(review.without("request").with("response", response));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static JsonObject converted(JsonObject object, String apiVersion) {
        JsonObject named = object.with("apiVersion", new JsonString(apiVersion));
        if (!(object.get("spec") instanceof JsonObject spec)
                || object.stringOrEmpty("apiVersion").equals(apiVersion)) {
            return named;
        }
        return named.with("spec", apiVersion.endsWith("/v1") ? newer(spec) : older(spec));
    }

    private static JsonObject newer(JsonObject spec) {
        JsonObject.Builder newer = spec.toBuilder();
        newer.remove("scale").remove("labels").remove("address");
        newer.putIfPresent("replicas", spec.objectOrEmpty("scale").get("count"));
        newer.putIfPresent("tags", spec.get("labels"));
        spec.string("size").ifPresent(size -> newer.put("size", SIZES.getOrDefault(size, size)));
        spec.string("address").ifPresent(address -> newer.put("endpoint", endpoint(address)));
        newer.putIfPresent("parts", renamed(spec.get("parts"), "amount", "count"));
        return newer.build();
    }

    private static JsonObject endpoint(String address) {
        String[] parts = address.split(":", 2);
        return JsonObject.builder()
                .put("host", parts[0])
                .put("port", Long.parseLong(parts[1]))
                .build();
    }

    private static JsonObject older(JsonObject spec) {
        JsonObject.Builder older = spec.toBuilder();
        older.remove("replicas").remove("tags").remove("endpoint");
        if (spec.get("replicas") instanceof JsonNumber replicas) {
            older.put("scale", JsonObject.of("count", replicas));
        }
        older.putIfPresent("labels", spec.get("tags"));
        spec.string("size")
                .flatMap(size -> SIZES.entrySet().stream()
                        .filter(entry -> entry.getValue().equals(size))
                        .map(Map.Entry::getKey)
                        .findFirst())
                .ifPresent(size -> older.put("size", size));
        spec.object("endpoint")
                .ifPresent(
                        endpoint -> older.put("address", endpoint.stringOrEmpty("host") + ":" + endpoint.get("port")));
        older.putIfPresent("parts", renamed(spec.get("parts"), "count", "amount"));
        return older.build();
    }

    private static @Nullable JsonValue renamed(@Nullable JsonValue parts, String from, String to) {
        if (!(parts instanceof JsonArray items)) {
            return parts;
        }
        return items.map(item -> {
            JsonObject part = (JsonObject) item;
            JsonValue value = part.get(from);
            return value == null ? part : part.without(from).with(to, value);
        });
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

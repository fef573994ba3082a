package dev.chartroom.e2e.conformance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.chartroom.e2e.harness.ApiServices;
import dev.chartroom.ports.tls.CertificateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * An aggregated server with two objects that can only be read, as in metrics-server. It has three faults: a create is a
 * 404, a selector of labels finds nothing, and a missing object is a plain text.
 */
final class UsageServer implements AutoCloseable {
    static final String GROUP = "usage.example.com";
    static final String VERSION = "v1";

    private static final String ROOT = "/apis/" + GROUP + "/" + VERSION;
    private static final String DISCOVERY = """
        {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "usage.example.com/v1", "resources": [
          {"name": "usages", "singularName": "usage", "kind": "Usage", "namespaced": false,
           "verbs": ["get", "list"]}]}
        """;

    private final HttpsServer server;
    private final String caPem;

    private UsageServer(HttpsServer server, String caPem) {
        this.server = server;
        this.caPem = caPem;
    }

    static UsageServer start() throws IOException {
        CertificateAuthority authority = CertificateAuthority.create("usage CA");
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(
                authority.server(ApiServices.SERVER_NAME, "localhost").sslContext(authority.pem())));
        server.createContext("/", UsageServer::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return new UsageServer(server, authority.pem());
    }

    int port() {
        return server.getAddress().getPort();
    }

    String caPem() {
        return caPem;
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        if (path.equals(ROOT)) {
            send(exchange, 200, DISCOVERY);
        } else if (!exchange.getRequestMethod().equals("GET")) {
            send(exchange, exchange.getRequestMethod().equals("POST") ? 404 : 405, status("MethodNotAllowed"));
        } else if (query.startsWith("watch")) {
            send(exchange, 405, status("MethodNotAllowed"));
        } else if (path.equals(ROOT + "/usages")) {
            String items = query.contains("labelSelector")
                    ? ""
                    : query.contains("metadata.name") ? usage("a") : usage("a") + "," + usage("b");
            send(exchange, 200, "{\"kind\": \"UsageList\", \"metadata\": {}, \"items\": [" + items + "]}");
        } else if (path.matches(ROOT + "/usages/[ab]")) {
            send(exchange, 200, usage(path.substring(path.length() - 1)));
        } else {
            send(exchange, 404, "\"there is no " + path + "\"");
        }
    }

    private static String usage(String name) {
        return "{\"kind\": \"Usage\", \"apiVersion\": \"usage.example.com/v1\", \"metadata\": {\"name\": \"" + name
                + "\", \"labels\": {\"zone\": \"east\"}}, \"cpu\": 1}";
    }

    private static String status(String reason) {
        return "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"status\": \"Failure\", \"reason\": \"" + reason
                + "\"}";
    }

    private static void send(HttpExchange exchange, int code, String json) throws IOException {
        try (exchange) {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

package dev.chartroom.e2e.doctor;

import com.sun.net.httpserver.HttpServer;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A stand-in for a kube-apiserver in states that the one of the tests cannot have. It answers a GET of a known path
 * with the given object, any other GET with 404, and allows everything unless a test denies it.
 */
final class CannedCluster implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, String> objects = new ConcurrentHashMap<>();
    private final Path kubeconfig;
    private volatile boolean isAllowed = true;

    CannedCluster() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                boolean isReview = exchange.getRequestMethod().equals("POST");
                String object = isReview
                        ? "{\"status\": {\"allowed\": " + isAllowed + "}}"
                        : objects.get(exchange.getRequestURI().getPath());
                byte[] body = (object == null ? "{\"kind\": \"Status\", \"code\": 404}" : object)
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(object == null ? 404 : 200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        kubeconfig =
                Files.writeString(ModuleDirectory.newWorkDirectory("canned").resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: canned
                contexts: [{name: canned, context: {cluster: canned}}]
                clusters: [{name: canned, cluster: {server: "http://127.0.0.1:%d"}}]
                """.formatted(
                                server.getAddress().getPort()));
    }

    /** From now on, access reviews deny everything. */
    void deny() {
        isAllowed = false;
    }

    void put(String path, String json) {
        objects.put(path, json);
    }

    /** Registers an APIService whose condition {@code Available} is false. */
    void unavailable(String reason, String message) {
        put("/apis/apiregistration.k8s.io/v1/apiservices", """
                {"items": [{"metadata": {"name": "v1.apps.example.com"},
                  "spec": {"group": "apps.example.com", "version": "v1", "caBundle": "",
                    "service": {"name": "chartroom", "namespace": "chartroom-system", "port": 443}},
                  "status": {"conditions": [
                    {"type": "Available", "status": "False", "reason": "%s", "message": "%s"}]}}]}
                """.formatted(reason, message));
    }

    /** Returns the problems that a check reports. */
    List<JsonObject> problems(String check) {
        CommandOutput run = CommandOutput.of("doctor", "--kubeconfig", kubeconfig.toString(), "-o", "json");
        return JsonClient.object(run.out()).arrayOrEmpty("checks").objects().stream()
                .filter(each -> each.stringOrEmpty("check").equals(check))
                .flatMap(each -> each.arrayOrEmpty("problems").objects().stream())
                .toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

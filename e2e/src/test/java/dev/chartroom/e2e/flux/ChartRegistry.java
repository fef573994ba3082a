package dev.chartroom.e2e.flux;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.chartroom.e2e.harness.PackedChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An OCI registry over plain HTTP that charts can be pulled from. */
final class ChartRegistry implements AutoCloseable {
    /** The media type of the layer that contains a chart. */
    static final String CHART_LAYER = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";

    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String CONFIG = "application/vnd.cncf.helm.config.v1+json";

    private final HttpServer server;
    private final Map<String, Content> contents = new ConcurrentHashMap<>();

    /** A response, which is never changed. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Content(String type, byte[] bytes) {}

    ChartRegistry() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        contents.put("/v2/", json("{}"));
        server.createContext("/", this::respond);
        server.start();
    }

    /** Stores a chart with its version as the tag, and returns the URL of its repository. */
    String push(PackedChart chart) {
        String repository = "/v2/charts/" + chart.name();
        byte[] config = "{\"apiVersion\":\"v2\",\"name\":\"%s\",\"version\":\"%s\"}"
                .formatted(chart.name(), chart.version())
                .getBytes(StandardCharsets.UTF_8);
        byte[] manifest = """
                {"schemaVersion": 2, "mediaType": "%s",
                 "config": {"mediaType": "%s", "digest": "%s", "size": %d},
                 "layers": [{"mediaType": "%s", "digest": "%s", "size": %d}]}
                """.formatted(
                        MANIFEST,
                        CONFIG,
                        PackedChart.digest(config),
                        config.length,
                        CHART_LAYER,
                        chart.digest(),
                        chart.archive().length)
                .getBytes(StandardCharsets.UTF_8);
        blob(repository, config);
        blob(repository, chart.archive());
        contents.put(repository + "/manifests/" + chart.version(), new Content(MANIFEST, manifest));
        contents.put(repository + "/manifests/" + PackedChart.digest(manifest), new Content(MANIFEST, manifest));
        contents.put(
                repository + "/tags/list",
                json("{\"name\":\"charts/%s\",\"tags\":[\"%s\"]}".formatted(chart.name(), chart.version())));
        return "oci://127.0.0.1:" + server.getAddress().getPort() + "/charts/" + chart.name();
    }

    private void blob(String repository, byte[] bytes) {
        contents.put(
                repository + "/blobs/" + PackedChart.digest(bytes), new Content("application/octet-stream", bytes));
    }

    private static Content json(String text) {
        return new Content("application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            Content content = contents.get(exchange.getRequestURI().getPath());
            if (content == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", content.type());
            exchange.getResponseHeaders().set("Docker-Content-Digest", PackedChart.digest(content.bytes()));
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Content-Length", String.valueOf(content.bytes().length));
                exchange.sendResponseHeaders(200, -1);
            } else {
                exchange.sendResponseHeaders(200, content.bytes().length);
                exchange.getResponseBody().write(content.bytes());
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

package dev.chartroom.e2e.harness;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Serves packed charts over plain HTTP, as Flux's source-controller does, and as a chart repository does. */
public final class ChartServer implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, byte[]> archives = new ConcurrentHashMap<>();
    private final Set<String> fetched = ConcurrentHashMap.newKeySet();

    public ChartServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            try (exchange) {
                String path = exchange.getRequestURI().getPath();
                byte[] archive = archives.get(path);
                fetched.add(path);
                exchange.sendResponseHeaders(archive == null ? 404 : 200, archive == null ? -1 : archive.length);
                if (archive != null) {
                    exchange.getResponseBody().write(archive);
                }
            }
        });
        server.start();
    }

    /** Returns whether a client has requested a chart that was published. */
    public boolean isFetched(String name, String version) {
        return fetched.contains(path(name, version));
    }

    private static String path(String name, String version) {
        return "/" + name + "/" + version + ".tar.gz";
    }

    /**
     * Packs a chart with a schema and serves it.
     *
     * @return the {@code status} of a source whose artifact is the chart, as JSON
     */
    public String publish(String name, String version, String valuesSchema) {
        return publish(
                PackedChart.of(name, version, Map.of("values.yaml", "size: 1\n", "values.schema.json", valuesSchema)));
    }

    /** As {@link #publish(String, String, String)}, with an archive that contains no chart. */
    public String publishNoChart(String name, String version) {
        return publish(PackedChart.withoutChart(name, version));
    }

    /** As {@link #publish(String, String, String)}, with a packed chart. */
    public String publish(PackedChart chart) {
        String path = path(chart.name(), chart.version());
        archives.put(path, chart.archive());
        return """
                {"artifact": {"url": "%s%s", "path": "%s", "revision": "%s", "digest": "%s",
                 "lastUpdateTime": "2026-01-02T03:04:05Z"}}
                """.formatted(url(), path, path, chart.version(), chart.digest());
    }

    /** Serves a repository that contains one chart, and returns its URL. */
    public String repository(PackedChart chart) {
        String folder = "/repositories/" + chart.name();
        String file = chart.name() + "-" + chart.version() + ".tgz";
        archives.put(folder + "/" + file, chart.archive());
        archives.put(folder + "/index.yaml", """
                apiVersion: v1
                entries:
                  %1$s:
                    - {apiVersion: v2, name: %1$s, version: %2$s, urls: [%3$s]}
                """.formatted(chart.name(), chart.version(), file)
                .getBytes(StandardCharsets.UTF_8));
        return url() + folder;
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

package dev.chartroom.e2e.kinds;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Serves packed charts over plain HTTP, as Flux's source-controller does. */
final class ChartServer implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, byte[]> archives = new ConcurrentHashMap<>();

    ChartServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            try (exchange) {
                byte[] archive = archives.get(exchange.getRequestURI().getPath());
                exchange.sendResponseHeaders(archive == null ? 404 : 200, archive == null ? -1 : archive.length);
                if (archive != null) {
                    exchange.getResponseBody().write(archive);
                }
            }
        });
        server.start();
    }

    /**
     * Packs a chart with a schema and serves it.
     *
     * @return the {@code status} of a source whose artifact is the chart, as JSON
     */
    String publish(String name, String version, String valuesSchema) {
        return publish(name, version, packed(name, version, Optional.of(valuesSchema)));
    }

    /** As {@link #publish(String, String, String)}, with an archive that contains no chart. */
    String publishNoChart(String name, String version) {
        return publish(name, version, packed("other", version, Optional.empty()));
    }

    private String publish(String name, String version, byte[] archive) {
        String path = "/" + name + "/" + version + ".tar.gz";
        archives.put(path, archive);
        return """
                {"artifact": {"url": "http://127.0.0.1:%d%s", "path": "%s", "revision": "%s", "digest": "sha256:%s",
                 "lastUpdateTime": "2026-01-02T03:04:05Z"}}
                """.formatted(server.getAddress().getPort(), path, path, version, sha256(archive));
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** @param schema empty for an archive without a chart */
    private static byte[] packed(String name, String version, Optional<String> schema) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            if (schema.isPresent()) {
                file(
                        tar,
                        name + "/Chart.yaml",
                        "apiVersion: v2\nname: " + name + "\nversion: " + version + "\ndescription: A chart.\n");
                file(tar, name + "/values.yaml", "size: 1\n");
                file(tar, name + "/values.schema.json", schema.get());
            } else {
                file(tar, name + "/README.md", "Nothing to install.\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void file(TarArchiveOutputStream tar, String name, String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

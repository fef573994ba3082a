package dev.chartroom.bootstrap.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;

/** A web server on loopback with charts: a registry, and a repository with an index. */
final class ChartServer implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final String scheme;

    /** Answers a request. */
    interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    /** @param tls the certificate; null for plain HTTP */
    ChartServer(@Nullable SSLContext tls) throws IOException {
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (tls == null) {
            server = HttpServer.create(loopback, 0);
        } else {
            HttpsServer https = HttpsServer.create(loopback, 0);
            https.setHttpsConfigurator(new HttpsConfigurator(tls));
            server = https;
        }
        scheme = tls == null ? "http" : "https";
        server.createContext("/", exchange -> {
            try (exchange) {
                String authorization = exchange.getRequestHeaders().getFirst("Authorization");
                received.add(exchange.getRequestURI() + (authorization == null ? "" : " " + authorization));
                Answer answer = answers.get(exchange.getRequestURI().getPath());
                if (answer == null) {
                    exchange.sendResponseHeaders(404, -1);
                } else {
                    answer.to(exchange);
                }
            }
        });
        server.start();
    }

    String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    String url() {
        return scheme + "://" + authority();
    }

    /** Returns the requests: the path, the query and the Authorization header. */
    List<String> received() {
        return received;
    }

    void put(String path, Answer answer) {
        answers.put(path, answer);
    }

    void put(String path, byte[] body) {
        put(path, exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
    }

    void put(String path, String body) {
        put(path, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Puts a chart into the registry, with a tag. Returns the digest of its manifest. */
    String push(String name, String tag, byte[] archive) {
        String manifest = """
                {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
                 "layers": [{"mediaType": "application/vnd.cncf.helm.chart.content.v1.tar+gzip",
                   "digest": "sha256:%s", "size": %d}]}
                """.formatted(digest(archive), archive.length);
        String digest = "sha256:" + digest(manifest.getBytes(StandardCharsets.UTF_8));
        put("/v2/" + name + "/manifests/" + tag, manifest);
        put("/v2/" + name + "/manifests/" + digest, manifest);
        put("/v2/" + name + "/blobs/sha256:" + digest(archive), archive);
        return digest;
    }

    static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns an archive as of {@code helm package}. */
    static byte[] archive(String name, String version) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            entry(tar, name + "/Chart.yaml", "apiVersion: v2\nname: %s\nversion: %s\n".formatted(name, version));
            entry(tar, name + "/values.yaml", "# The number of lamps.\nsize: 2\n");
        }
        return bytes.toByteArray();
    }

    private static void entry(TarArchiveOutputStream tar, String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

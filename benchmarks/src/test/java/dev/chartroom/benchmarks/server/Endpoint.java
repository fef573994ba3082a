package dev.chartroom.benchmarks.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * A server and the identity of its client. Uses HTTP/2 if the server supports it, otherwise HTTP/1.1, and compression
 * only on request.
 *
 * @param url without a slash at the end
 */
public record Endpoint(HttpClient client, String url) {
    public static final String JSON = "application/json";
    public static final String MERGE_PATCH = "application/merge-patch+json";
    public static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    private static final Pattern CONTINUE = Pattern.compile("\"continue\":\"([^\"]+)\"");
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Creates an endpoint with its own connections. */
    public static Endpoint of(String url, SSLContext tls) {
        return new Endpoint(HttpClient.newBuilder().sslContext(tls).build(), url);
    }

    /** Reads JSON, and returns the number of received bytes. */
    public long get(String path) {
        return get(path, JSON);
    }

    /** As {@link #get(String)}, for the media type {@code accept}. */
    public long get(String path, String accept) {
        return exchange(request(path).header("Accept", accept).GET().build());
    }

    /** As {@link #get(String, String)}, compressed, as client-go requests it. */
    public long getCompressed(String path, String accept) {
        return exchange(request(path)
                .header("Accept", accept)
                .header("Accept-Encoding", "gzip")
                .GET()
                .build());
    }

    /** Writes, and returns the number of received bytes. */
    public long send(String method, String path, String contentType, String body) {
        return exchange(request(path)
                .header("Content-Type", contentType)
                .header("Accept", JSON)
                .method(method, BodyPublishers.ofString(body))
                .build());
    }

    /** Reads a list page by page, and returns the number of pages. */
    public int pages(String path) {
        int pages = 0;
        String token = "";
        do {
            String page = text(path + (token.isEmpty() ? "" : "&continue=" + token));
            Matcher next = CONTINUE.matcher(page);
            token = next.find() ? next.group(1) : "";
            pages++;
        } while (!token.isEmpty());
        return pages;
    }

    /** Returns a whole answer as text. */
    public String text(String path) {
        try {
            HttpRequest request = request(path).header("Accept", JSON).build();
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * The result of a GET.
     *
     * @param etag empty if there is none
     * @param millisToFirstByte until the first byte of the body, or until the headers if there is no body
     * @param millis until the end of the body
     */
    public record Timed(int code, String etag, double millisToFirstByte, double millis) {}

    /** Reads the media type {@code accept}, unless the ETag of the document is {@code known}, which may be empty. */
    public Timed timed(String path, String accept, String known) {
        HttpRequest.Builder request = request(path).header("Accept", accept);
        if (!known.isEmpty()) {
            request.header("If-None-Match", known);
        }
        long start = System.nanoTime();
        try {
            HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                int _ = body.read();
                long first = System.nanoTime();
                body.transferTo(OutputStream.nullOutputStream());
                return new Timed(
                        response.statusCode(),
                        response.headers().firstValue("ETag").orElse(""),
                        (first - start) / 1e6,
                        (System.nanoTime() - start) / 1e6);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Returns whether {@code path} is answered with a 200; false if nothing listens. */
    public boolean answers(String path) {
        try {
            return client.send(request(path).build(), BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Returns a request to complete. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(LIMIT);
    }

    /**
     * Retries after a 503, by which an aggregator reports an unavailable server and has sent nothing on. The retries
     * count as time of the call.
     */
    private long exchange(HttpRequest request) {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        OptionalLong bytes = attempt(request, false);
        while (bytes.isEmpty()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            bytes = attempt(request, System.nanoTime() > limit);
        }
        return bytes.getAsLong();
    }

    /** Returns the number of received bytes; empty after a 503 that is not the last. */
    private OptionalLong attempt(HttpRequest request, boolean last) {
        try {
            HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() == 503 && !last) {
                    System.out.println("bench: asked again after a 503: " + request.method() + " " + request.uri()
                            + ": " + new String(body.readAllBytes(), StandardCharsets.UTF_8));
                    return OptionalLong.empty();
                }
                if (response.statusCode() / 100 != 2) {
                    throw new IllegalStateException(request.method() + " " + request.uri() + ": "
                            + response.statusCode() + ": " + new String(body.readAllBytes(), StandardCharsets.UTF_8));
                }
                return OptionalLong.of(body.transferTo(OutputStream.nullOutputStream()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }
}

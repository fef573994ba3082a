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
 * A server and whom it is asked as: HTTP/2 where the server has it, HTTP/1.1 where it has not, compressed only if asked for.
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

    /** With connections of its own. */
    public static Endpoint of(String url, SSLContext tls) {
        return new Endpoint(HttpClient.newBuilder().sslContext(tls).build(), url);
    }

    /** Reads JSON. Answers how many bytes came. */
    public long get(String path) {
        return get(path, JSON);
    }

    /** Likewise, what {@code accept} says. */
    public long get(String path, String accept) {
        return exchange(request(path).header("Accept", accept).GET().build());
    }

    /** Likewise, compressed, as client-go asks for it. */
    public long getCompressed(String path, String accept) {
        return exchange(request(path)
                .header("Accept", accept)
                .header("Accept-Encoding", "gzip")
                .GET()
                .build());
    }

    /** Writes. Answers how many bytes came back. */
    public long send(String method, String path, String contentType, String body) {
        return exchange(request(path)
                .header("Content-Type", contentType)
                .header("Accept", JSON)
                .method(method, BodyPublishers.ofString(body))
                .build());
    }

    /** Reads a list page by page, and answers how many there were. */
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

    /** A whole answer as text. */
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
     * What came of a GET.
     *
     * @param etag empty where there is none
     * @param millisToFirstByte until the first byte of the body was there, or the headers where there is none
     * @param millis until all of it was
     */
    public record Timed(int code, String etag, double millisToFirstByte, double millis) {}

    /** Reads what {@code accept} says, unless it is still the one with the ETag {@code known}, which may be empty. */
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

    /** Whether {@code path} is answered with a 200; false where nobody listens. */
    public boolean answers(String path) {
        try {
            return client.send(request(path).build(), BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** A request, to be completed. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(LIMIT);
    }

    /** An aggregator that finds its server unavailable says 503 and has sent nothing: it is asked again, on our time. */
    private long exchange(HttpRequest request) {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        OptionalLong bytes = attempt(request, false);
        while (bytes.isEmpty()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            bytes = attempt(request, System.nanoTime() > limit);
        }
        return bytes.getAsLong();
    }

    /** How many bytes came; empty after a 503 that is not the last. */
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

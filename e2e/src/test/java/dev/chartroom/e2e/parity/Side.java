package dev.chartroom.e2e.parity;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * One of the two compared sides, as a client sees it: a server and the group of its kinds.
 *
 * @param headers of every request, such as credentials
 */
record Side(String url, String group, Map<String, String> headers, HttpClient client) implements AutoCloseable {
    private static final JsonCodec CODEC = JacksonCodec.ofStored();

    /** The group of the CustomResourceDefinitions. */
    static final String CRD_GROUP = "parity.chartroom.dev";

    /** The group of the second CustomResourceDefinitions, for comparisons of two CRDs. */
    static final String TWIN_GROUP = "twin.chartroom.dev";

    /** The group of the kinds that Chartroom serves. */
    static final String OUR_GROUP = "apps.chartroom.dev";

    /** The timeout until the last byte, even of a watch, which a case ends within seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    static Side of(String url, String group, Map<String, String> headers, SSLContext tls) {
        HttpClient client = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
        return new Side(url, group, headers, client);
    }

    /**
     * Sends a request and reads the answer to its end.
     *
     * @param headers including the defaults of {@link #headersOf} if the request needs them
     * @return the answer, or the failure if there was no complete answer
     */
    ParityResponse send(String method, String path, Map<String, String> headers, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + escaped(path)))
                .method(
                        method,
                        body == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8)));
        headers.forEach(request::setHeader);
        this.headers.forEach(request::setHeader);
        var answering = client.sendAsync(request.build(), BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> response = answering.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return ParityResponse.of(response.statusCode(), response.headers(), response.body(), isWatch(method, path));
        } catch (ExecutionException | TimeoutException e) {
            answering.cancel(true);
            return ParityResponse.none(
                    e instanceof TimeoutException ? "no end within " + LIMIT : String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            answering.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * Sends a request that prepares a comparison.
     *
     * @param body null for a request without a body
     * @return the document of the answer
     */
    JsonObject send(String method, String path, @Nullable JsonObject body) {
        String text = body == null ? null : new String(CODEC.encode(body), StandardCharsets.UTF_8);
        return send(method, path, headersOf(Map.of(), true), text).document();
    }

    /** Returns a request's own headers, with defaults for the user agent and the type of a body. */
    static Map<String, String> headersOf(Map<String, @Nullable String> named, boolean hasBody) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", "parity/1.0");
        if (hasBody) {
            headers.put("Content-Type", "application/json");
        }
        named.forEach((name, value) -> {
            headers.keySet().removeIf(name::equalsIgnoreCase);
            if (value != null) {
                headers.put(name, value);
            }
        });
        return headers;
    }

    private static boolean isWatch(String method, String path) {
        if (!method.equals("GET")) {
            return false;
        }
        if (path.matches("/apis/[^/]+/[^/]+/watch/.*")) {
            return true;
        }
        int query = path.indexOf('?');
        if (!Normaliser.isCollection(path)) {
            return false;
        }
        for (String parameter : path.substring(query + 1).split("&", -1)) {
            if (query >= 0 && (parameter.equals("watch") || parameter.startsWith("watch="))) {
                String value = parameter.substring("watch".length()).toLowerCase(Locale.ROOT);
                return !value.equals("=false") && !value.equals("=0");
            }
        }
        return false;
    }

    /** Percent-encodes characters that are invalid in a URI, which cases contain unencoded. */
    private static String escaped(String path) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < 0x7f && "\"<>\\^`{|}[]".indexOf(b) < 0) {
                escaped.append((char) b);
            } else {
                escaped.append(String.format("%%%02X", b));
            }
        }
        return escaped.toString();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

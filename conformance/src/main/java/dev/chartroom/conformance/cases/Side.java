package dev.chartroom.conformance.cases;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.answer.Normaliser;
import dev.chartroom.conformance.answer.ParityResponse;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One of the two compared sides, as a client sees it: a server and the group of its kinds. */
public record Side(Transport transport, String group) implements AutoCloseable {
    private static final JsonCodec CODEC = JacksonCodec.ofStored();

    /** The timeout until the last byte, even of a watch, which a case ends within seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /**
     * Sends a request and reads the answer to its end.
     *
     * @param headers including the defaults of {@link #headersOf} if the request needs them
     * @return the answer, or the failure if there was no complete answer
     */
    public ParityResponse send(String method, String path, Map<String, String> headers, @Nullable String body) {
        byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        try {
            Received received = transport.send(method, escaped(path), headers, bytes, LIMIT);
            return ParityResponse.of(received.code(), received.headers(), received.body(), isWatch(method, path));
        } catch (IOException e) {
            return ParityResponse.none(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Sends a request that prepares a comparison.
     *
     * @param body null for a request without a body
     * @return the document of the answer
     */
    public JsonObject send(String method, String path, @Nullable JsonObject body) {
        String text = body == null ? null : new String(CODEC.encode(body), StandardCharsets.UTF_8);
        return send(method, path, headersOf(Map.of(), true), text).document();
    }

    /** Returns a request's own headers, with defaults for the user agent and the type of a body. */
    public static Map<String, String> headersOf(Map<String, @Nullable String> named, boolean hasBody) {
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
        transport.close();
    }
}

package dev.chartroom.conformance.answer;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * The answer of a side as one document: {@code code}, {@code contentType}, {@code warnings}, and the content. The
 * content is {@code body} for JSON and YAML, {@code frames} for a watch, {@code text} for text and invalid JSON, or
 * {@code binary}. {@code pretty}, {@code encoding} and {@code retryAfter} exist only if the answer has them.
 */
public record ParityResponse(JsonObject document) {
    private static final JsonCodec CODEC = JacksonCodec.ofStored();

    public static ParityResponse of(int code, HttpHeaders headers, byte[] bytes, boolean watch) {
        String type = headers.firstValue("Content-Type").orElse("");
        String encoding = headers.firstValue("Content-Encoding").orElse("");
        JsonObject.Builder document = JsonObject.builder()
                .put("code", code)
                .put("contentType", type)
                .put("warnings", JsonArray.ofStrings(warnings(headers)))
                .putIfPresent("encoding", encoding)
                .putIfPresent("retryAfter", headers.firstValue("Retry-After").orElse(""));
        byte[] plain = encoding.equals("gzip") ? unzipped(bytes) : bytes;
        if (watch && code == 200) {
            frames(document, plain);
            return new ParityResponse(document.build());
        }
        if (plain.length == 0) {
            return new ParityResponse(document.build());
        }
        content(document, type.toLowerCase(Locale.ROOT), plain);
        return new ParityResponse(document.build());
    }

    /** Splits the warnings: one header may contain several (RFC 9110, 5.3), as over HTTP/2. */
    private static List<String> warnings(HttpHeaders headers) {
        return headers.allValues("Warning").stream()
                .flatMap(value -> Arrays.stream(value.split(", (?=299 - \")")))
                .toList();
    }

    /** Returns the document of a request without an answer. */
    public static ParityResponse none(String why) {
        return new ParityResponse(JsonObject.builder().put("unanswered", why).build());
    }

    /** Returns the body that later steps can refer to; a list of frames for a watch. */
    public JsonValue body() {
        JsonValue body = document.get("body");
        JsonValue frames = document.get("frames");
        return body != null ? body : frames != null ? JsonObject.of("frames", frames) : JsonNull.NULL;
    }

    private static void content(JsonObject.Builder document, String type, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            if (type.startsWith("application/json")) {
                document.put("body", CODEC.parse(bytes));
                if (text.strip().contains("\n")) {
                    document.put("pretty", true);
                }
                return;
            }
            if (type.startsWith("application/yaml")) {
                document.put("body", CODEC.parseYaml(bytes));
                return;
            }
        } catch (ApiException e) {
            document.put("unreadable", String.valueOf(e.getMessage()));
        }
        if (type.startsWith("application/vnd.kubernetes.protobuf") || type.startsWith("application/cbor")) {
            document.put("binary", true);
        } else {
            document.put("text", text);
        }
    }

    /** Adds one value per line, and ignores empty lines such as heartbeats. */
    private static void frames(JsonObject.Builder document, byte[] bytes) {
        List<JsonValue> frames = new ArrayList<>();
        for (String line : new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .toList()) {
            try {
                if (!line.isEmpty()) {
                    frames.add(CODEC.parse(line.getBytes(StandardCharsets.UTF_8)));
                }
            } catch (ApiException e) {
                frames.add(new JsonString("unreadable: " + line));
            }
        }
        document.put("frames", new JsonArray(frames));
    }

    private static byte[] unzipped(byte[] bytes) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A raw response over HTTP/1.1.
 *
 * @param headers the last value of each header, by lower-case name
 * @param body the body; empty if the response has no Content-Length, because the server streams only successful
 *     responses
 */
record RawAnswer(int code, Map<String, String> headers, String body) {
    private static final int FINAL = 200;

    /** @param head true for the response to a HEAD, which has no body */
    static RawAnswer read(InputStream in, boolean head) throws IOException {
        String status = line(in);
        assertThat(status).matches("HTTP/1\\.1 [1-5][0-9][0-9]( .*)?");
        int code = Integer.parseInt(status.substring(9, 12));
        Map<String, String> headers = new HashMap<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            assertThat(colon).as(header).isPositive();
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        if (code < FINAL) {
            return read(in, head);
        }
        int length = head || code == 304 ? 0 : Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new RawAnswer(code, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    /**
     * True if no other response can follow on the connection, or if it can follow only after a body that was not read.
     */
    boolean isLast() {
        return headers.getOrDefault("connection", "").equalsIgnoreCase("close")
                || headers.containsKey("transfer-encoding");
    }

    /** Fails unless this is a success, a 304, a Status other than a 500, or upstream's plain text of a 404. */
    void assertForeseen(boolean head) {
        assertThat(code).as(body).isNotEqualTo(500);
        assertThat(headers).doesNotContainKey("location");
        if (code < 400) {
            assertThat(code / 100 == 2 || code == 304).as("code " + code).isTrue();
        } else if (!head && !body.equals("404 page not found\n")) {
            assertStatus();
        }
    }

    private void assertStatus() {
        String type = headers.getOrDefault("content-type", "");
        assertThat(type).as(body).isIn("application/json", "application/yaml");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        JsonValue status = type.endsWith("yaml") ? Json.CODEC.parseYaml(bytes) : Json.CODEC.parse(bytes);
        assertThat(status).isInstanceOfSatisfying(JsonObject.class, object -> {
            assertThat(object.stringOrEmpty("kind")).isEqualTo("Status");
            assertThat(object.stringOrEmpty("status")).isEqualTo("Failure");
            assertThat(object.stringOrEmpty("message")).isNotEmpty();
            assertThat(object.get("code")).isEqualTo(JsonNumber.of(code));
        });
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended in an answer, or before one: " + line);
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}

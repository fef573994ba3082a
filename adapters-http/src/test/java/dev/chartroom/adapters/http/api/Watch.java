package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/** The client side of a watch. */
final class Watch implements AutoCloseable {
    final int code;
    final HttpClient.Version version;
    final HttpHeaders headers;
    private final BufferedReader lines;

    Watch(int code, HttpClient.Version version, HttpHeaders headers, InputStream body) {
        this.code = code;
        this.version = version;
        this.headers = headers;
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    /** Waits for the next event and returns it. */
    JsonObject next() {
        try {
            String line = lines.readLine();
            assertThat(line).as("the watch ended").isNotNull();
            return Json.object(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the object of the next event, which must be of this type. */
    JsonObject next(String type) {
        JsonObject event = next();
        assertThat(event.stringOrEmpty("type")).as(event.toString()).isEqualTo(type);
        return event.objectOrEmpty("object");
    }

    /** Returns the name in the next event, which must be of this type. */
    String nextName(String type) {
        return next(type).objectOrEmpty("metadata").stringOrEmpty("name");
    }

    /** Waits for the end of the watch, which must be clean and without further events. */
    void assertEnds() {
        try {
            assertThat(lines.readAllAsString()).isBlank();
        } catch (IOException e) {
            throw new UncheckedIOException("the watch broke off", e);
        }
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import java.net.http.HttpHeaders;
import java.util.List;

/** The response of a server. */
record TestResponse(int code, HttpHeaders headers, String text) {

    JsonObject json() {
        return Json.object(text);
    }

    JsonObject metadata() {
        return json().objectOrEmpty("metadata");
    }

    JsonObject spec() {
        return json().objectOrEmpty("spec");
    }

    String resourceVersion() {
        return metadata().stringOrEmpty("resourceVersion");
    }

    String message() {
        return json().stringOrEmpty("message");
    }

    List<JsonObject> items() {
        return Json.objects(json().arrayOrEmpty("items"));
    }

    List<String> itemNames() {
        return items().stream()
                .map(item -> item.objectOrEmpty("metadata").stringOrEmpty("name"))
                .toList();
    }

    /** Returns the header, or an empty text if it is absent. */
    String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    /** Fails unless this is a failure Status with its Content-Type (wire contract D1, E10). */
    TestResponse assertStatus(int expected, String reason) {
        assertThat(code).as(text).isEqualTo(expected);
        assertThat(header("Content-Type")).isEqualTo("application/json");
        JsonObject status = json();
        assertThat(status.stringOrEmpty("kind")).isEqualTo("Status");
        assertThat(status.stringOrEmpty("apiVersion")).isEqualTo("v1");
        assertThat(status.get("metadata")).isEqualTo(JsonObject.EMPTY);
        assertThat(status.stringOrEmpty("status")).isEqualTo("Failure");
        assertThat(status.stringOrEmpty("reason")).isEqualTo(reason);
        assertThat(status.get("code")).hasToString(Integer.toString(expected));
        assertThat(status.stringOrEmpty("message")).isNotEmpty();
        return this;
    }

    TestResponse assertCode(int expected) {
        assertThat(code).as(text).isEqualTo(expected);
        return this;
    }
}

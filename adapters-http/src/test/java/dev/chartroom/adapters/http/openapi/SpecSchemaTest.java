package dev.chartroom.adapters.http.openapi;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.openapi.schema.SpecSchema;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecSchemaTest {

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"type\":\"object\"}", "{\"title\":\"Values\",\"properties\":{}}"})
    void schemaWithoutFieldsBecomesAnOpenObject(String declared) {
        JsonObject published = publish(declared);

        assertThat(published.string("type")).hasValue("object");
        assertThat(published.isTrue("x-kubernetes-preserve-unknown-fields")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}",
                "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
                "{\"type\":\"object\",\"additionalProperties\":false}"
            })
    void schemaWithFieldsStaysClosed(String declared) {
        assertThat(publish(declared).has("x-kubernetes-preserve-unknown-fields"))
                .isFalse();
    }

    @Test
    void specIsAlwaysANonNullableObject() {
        JsonObject published = publish("{\"nullable\":true,\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]}");

        assertThat(published.string("type")).hasValue("object");
        assertThat(published.names()).doesNotContain("nullable", "x-kubernetes-int-or-string");
    }

    @Test
    void descriptionOfTheKindReplacesTheDefault() {
        assertThat(publish("{\"description\":\"Own words.\"}").string("description"))
                .hasValue("Own words.");
        assertThat(publish("{}").stringOrEmpty("description")).isNotEmpty();
    }

    private static JsonObject publish(String declared) {
        return SpecSchema.of(Schema.of(object(declared)));
    }
}

package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The schemas that do not depend on a kind. Their references are bare names of definitions, which
 * {@link Dialect#resolve} writes out.
 *
 * @param definitions Kubernetes' own definitions, by name
 * @param object the properties of every object besides {@code spec} and {@code status}
 * @param list the properties of every list besides {@code items}
 * @param status the schema of {@code status}
 */
record SchemaTemplates(JsonObject definitions, JsonObject object, JsonObject list, JsonObject status) {

    static SchemaTemplates load(JsonCodec codec) {
        try (InputStream resource = SchemaTemplates.class.getResourceAsStream("schemas.json")) {
            if (resource == null || !(codec.parse(resource.readAllBytes()) instanceof JsonObject json)) {
                throw new IllegalStateException("schemas.json is missing or is not a JSON object");
            }
            return new SchemaTemplates(
                    json.objectOrEmpty("definitions"),
                    json.objectOrEmpty("object"),
                    json.objectOrEmpty("list"),
                    json.objectOrEmpty("status"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

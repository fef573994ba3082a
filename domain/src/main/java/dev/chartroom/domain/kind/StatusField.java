package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import java.util.Optional;

/**
 * A field that a definition declares for the status of its objects.
 *
 * @param type {@code string}, {@code integer}, {@code number}, {@code boolean}, {@code object} or {@code array}
 * @param description the description of the field; can be empty
 * @param source the source of the field's value in the release
 */
public record StatusField(String name, String type, String description, ValueSource source) {

    /** Returns the value of this field in a release; empty if the release has no value of the field's type. */
    Optional<JsonValue> in(JsonObject release) {
        return source.in(release).filter(this::fits);
    }

    private boolean fits(JsonValue value) {
        return switch (value) {
            case JsonString _ -> type.equals("string");
            case JsonNumber number ->
                type.equals("number")
                        || (type.equals("integer") && number.asLong().isPresent());
            case JsonBoolean _ -> type.equals("boolean");
            case JsonObject _ -> type.equals("object");
            case JsonArray _ -> type.equals("array");
            case JsonNull _ -> false;
        };
    }

    /** Returns the schema of the field. It does not declare the contents of objects and lists. */
    JsonObject schema() {
        JsonObject.Builder schema =
                JsonObject.builder().putIfPresent("description", description).put("type", type);
        if (type.equals("object")) {
            schema.put("x-kubernetes-preserve-unknown-fields", true);
        }
        if (type.equals("array")) {
            schema.put("items", JsonObject.of("x-kubernetes-preserve-unknown-fields", JsonBoolean.TRUE));
        }
        return schema.build();
    }
}

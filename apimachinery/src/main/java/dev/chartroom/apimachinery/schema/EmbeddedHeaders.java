package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import dev.chartroom.apimachinery.validation.ObjectMetaDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes {@code apiVersion}, {@code kind} and {@code metadata} of the resources embedded in a value. */
final class EmbeddedHeaders {
    private final BoundedReport<String> unknownFields = BoundedReport.ofTexts();
    private @Nullable FieldError malformed;

    /** Returns the value, with the metadata of each embedded resource in the form that a kube-apiserver writes. */
    JsonValue coerce(@Nullable SchemaNode node, JsonValue value, Location at) {
        if (node == null || malformed != null) {
            return value;
        }
        return switch (value) {
            case JsonObject object ->
                SchemaPruner.members(object, (name, member) -> {
                    boolean declared = node.properties().containsKey(name);
                    Location place = declared ? at.child(name) : at.key(name);
                    JsonValue read = node.extensions().embeddedResource() ? header(name, member, at) : member;
                    return coerce(node.member(name), read, place);
                });
            case JsonArray array -> SchemaPruner.items(array, at, (item, place) -> coerce(node.items(), item, place));
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> value;
        };
    }

    private JsonValue header(String name, JsonValue value, Location at) {
        Location place = at.child(name);
        switch (name) {
            case "apiVersion", "kind" -> {
                if (!(value instanceof JsonString)) {
                    note(FieldError.invalid(place.toString(), value, "must be a string"));
                }
            }
            case "metadata" -> {
                try {
                    ObjectMetaDecoder.Decoded metadata = ObjectMetaDecoder.decode(value);
                    metadata.unknownFields()
                            .forEach(field ->
                                    unknownFields.add(() -> place.child(field).toString()));
                    return metadata.value().equals(value) ? value : metadata.value();
                } catch (IllegalArgumentException e) {
                    note(FieldError.invalid(place.toString(), value, String.valueOf(e.getMessage())));
                }
            }
            default -> {}
        }
        return value;
    }

    private void note(FieldError error) {
        malformed = malformed == null ? error : malformed;
    }

    List<String> unknownFields() {
        return unknownFields.entries();
    }

    /** Returns the error of the first malformed header; null if there is none. */
    @Nullable
    FieldError malformed() {
        return malformed;
    }
}

package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.core.write.Patch;
import dev.chartroom.domain.builtin.TopLevelFields;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonDocument;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects of the built-in kinds that have their contents at the top level, and patches of these. kubectl creates
 * ConfigMaps and Secrets in protobuf. Field numbers are those of Kubernetes' core/v1/generated.proto.
 */
public record TopLevelReader(BodyReader bodies) {
    private static final String SECRET = "Secret";
    private static final String DATA = "data";
    private static final String STRING_DATA = "stringData";

    /** Reads an object. Throws the same errors as {@link NamespaceReader#read}. */
    public JsonDocument object(ApplicationKind kind, InputStream body, Optional<String> contentType) {
        boolean isSecret = kind.names().kind().equals(SECRET);
        if (ProtobufMessage.isProtobuf(contentType)
                && (isSecret || kind.names().kind().equals("ConfigMap"))) {
            ProtobufMessage message = ProtobufMessage.ofEnvelope(bodies.bytes(body));
            JsonObject header = JsonObject.builder()
                    .put("apiVersion", kind.gvk().apiVersion())
                    .put("kind", kind.gvk().kind())
                    .put("metadata", NamespaceReader.metadata(message.message(1)))
                    .build();
            return nested(
                    JsonDocument.ofJson(isSecret ? secret(header, message) : configMap(header, message), List.of()));
        }
        return nested(bodies.object(body, contentType));
    }

    /** Reads a patch. Throws the same errors as the methods of {@link BodyReader}. */
    public Patch patch(PatchType type, InputStream body) {
        return switch (type) {
            case JSON -> Patch.json(withNestedPaths(bodies.document(body)));
            case STRATEGIC -> Patch.strategic(nested(bodies.document(body)));
            case MERGE, APPLY -> Patch.merge(nested(bodies.document(body)));
        };
    }

    /** Reads the object of an apply. Throws the same errors as {@link BodyReader#configuration}. */
    public JsonDocument configuration(InputStream body) {
        return nested(bodies.configuration(body));
    }

    private static JsonObject configMap(JsonObject header, ProtobufMessage message) {
        return header.toBuilder()
                .putIfPresent(DATA, present(texts(message.messages(2))))
                .putIfPresent("binaryData", present(base64(message.messages(3))))
                .putIfPresent("immutable", message.flag(4) ? JsonBoolean.TRUE : null)
                .build();
    }

    private static JsonObject secret(JsonObject header, ProtobufMessage message) {
        return header.toBuilder()
                .putIfPresent(DATA, present(base64(message.messages(2))))
                .putIfPresent("type", message.text(3))
                .putIfPresent(STRING_DATA, present(texts(message.messages(4))))
                .putIfPresent("immutable", message.flag(5) ? JsonBoolean.TRUE : null)
                .build();
    }

    private static @Nullable JsonObject present(JsonObject object) {
        return object.isEmpty() ? null : object;
    }

    private static JsonObject texts(List<ProtobufMessage> entries) {
        JsonObject.Builder texts = JsonObject.builder();
        entries.forEach(entry -> texts.put(entry.text(1), entry.text(2)));
        return texts.build();
    }

    private static JsonObject base64(List<ProtobufMessage> entries) {
        JsonObject.Builder texts = JsonObject.builder();
        entries.forEach(entry -> texts.put(entry.text(1), Base64.getEncoder().encodeToString(entry.bytes(2))));
        return texts.build();
    }

    private static JsonDocument nested(JsonDocument document) {
        return document.value() instanceof JsonObject object
                ? with(document, TopLevelFields.nested(withoutStringData(object)))
                : document;
    }

    /** Moves the write-only texts of a Secret to its data, as a kube-apiserver does. */
    private static JsonObject withoutStringData(JsonObject object) {
        if (!(object.get(STRING_DATA) instanceof JsonObject texts)) {
            return object;
        }
        JsonObject.Builder data = object.objectOrEmpty(DATA).toBuilder();
        texts.members()
                .forEach((name, value) -> data.put(
                        name,
                        value instanceof JsonString(String text)
                                ? new JsonString(
                                        Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                                : value));
        return object.without(STRING_DATA).with(DATA, data.build());
    }

    private static JsonDocument withNestedPaths(JsonDocument patch) {
        if (!(patch.value() instanceof JsonArray operations)) {
            return patch;
        }
        List<JsonValue> nested = new ArrayList<>();
        for (JsonValue operation : operations) {
            nested.add(
                    operation instanceof JsonObject object
                            ? withNestedPath(withNestedPath(object, "path"), "from")
                            : operation);
        }
        return with(patch, new JsonArray(nested));
    }

    private static JsonObject withNestedPath(JsonObject operation, String field) {
        return operation.get(field) instanceof JsonString(String pointer)
                ? operation.with(field, new JsonString(TopLevelFields.nested(pointer)))
                : operation;
    }

    private static JsonDocument with(JsonDocument document, JsonValue value) {
        return new JsonDocument(value, document.duplicates(), document.strictErrors());
    }
}

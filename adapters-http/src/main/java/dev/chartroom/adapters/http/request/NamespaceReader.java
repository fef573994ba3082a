package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonDocument;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a Namespace and the options of its deletion, in JSON, YAML or protobuf. In a protobuf body, it ignores the
 * fields that have no effect in a request. Field numbers are those of apimachinery's meta/v1/generated.proto.
 */
public record NamespaceReader(BodyReader bodies) {
    private static final int TYPE_META = 1;
    private static final int METADATA = 1;

    /**
     * Reads a Namespace.
     *
     * @throws ApiException in the same cases as {@link BodyReader#object}, and BadRequest if the Content-Type names
     *     protobuf but the body is something else
     */
    public JsonDocument read(InputStream body, Optional<String> contentType) {
        if (!ProtobufMessage.isProtobuf(contentType)) {
            return bodies.object(body, contentType);
        }
        ProtobufMessage envelope = ProtobufMessage.envelope(bodies.bytes(body));
        ProtobufMessage type = envelope.message(TYPE_META);
        return JsonDocument.ofJson(
                JsonObject.builder()
                        .putIfPresent("apiVersion", type.text(1))
                        .putIfPresent("kind", type.text(2))
                        .put(
                                "metadata",
                                metadata(envelope.message(ProtobufMessage.RAW).message(METADATA)))
                        .build(),
                List.of());
    }

    /** Reads the options of a deletion; empty if there is no body. Throws the same errors as {@link #read}. */
    public Optional<JsonValue> options(InputStream body, Optional<String> contentType) {
        if (!ProtobufMessage.isProtobuf(contentType)) {
            return bodies.optional(body, contentType);
        }
        byte[] bytes = bodies.bytes(body);
        if (bytes.length == 0) {
            return Optional.empty();
        }
        ProtobufMessage envelope = ProtobufMessage.envelope(bytes);
        ProtobufMessage type = envelope.message(TYPE_META);
        ProtobufMessage options = envelope.message(ProtobufMessage.RAW);
        ProtobufMessage preconditions = options.message(2);
        JsonObject.Builder json = JsonObject.builder()
                .putIfPresent("apiVersion", type.text(1))
                .putIfPresent("kind", type.text(2))
                .put(
                        "preconditions",
                        JsonObject.builder()
                                .putIfPresent("uid", preconditions.text(1))
                                .putIfPresent("resourceVersion", preconditions.text(2))
                                .build());
        if (options.has(3)) {
            json.put("orphanDependents", options.flag(3));
        }
        return Optional.of(json.putIfPresent("propagationPolicy", options.text(4))
                .put("dryRun", JsonArray.ofStrings(options.texts(5)))
                .build());
    }

    static JsonObject metadata(ProtobufMessage metadata) {
        return JsonObject.builder()
                .putIfPresent("name", metadata.text(1))
                .putIfPresent("generateName", metadata.text(2))
                .putIfPresent("namespace", metadata.text(3))
                .putIfPresent("uid", metadata.text(5))
                .putIfPresent("resourceVersion", metadata.text(6))
                .putIfPresent("labels", texts(metadata.messages(11)))
                .putIfPresent("annotations", texts(metadata.messages(12)))
                .putIfPresent("ownerReferences", owners(metadata.messages(13)))
                .putIfPresent("finalizers", JsonArray.ofStrings(metadata.texts(14)))
                .build();
    }

    private static JsonObject texts(List<ProtobufMessage> entries) {
        JsonObject.Builder texts = JsonObject.builder();
        entries.forEach(entry -> texts.put(entry.text(1), entry.text(2)));
        return texts.build();
    }

    private static JsonArray owners(List<ProtobufMessage> owners) {
        List<JsonValue> references = new ArrayList<>();
        for (ProtobufMessage owner : owners) {
            JsonObject.Builder reference = JsonObject.builder()
                    .put("apiVersion", owner.text(5))
                    .put("kind", owner.text(1))
                    .put("name", owner.text(3))
                    .put("uid", owner.text(4));
            if (owner.has(6)) {
                reference.put("controller", owner.flag(6));
            }
            if (owner.has(7)) {
                reference.put("blockOwnerDeletion", owner.flag(7));
            }
            references.add(reference.build());
        }
        return new JsonArray(references);
    }
}

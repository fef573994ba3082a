package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.negotiation.MediaType;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonSize;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.write.Patch;
import dev.chartroom.ports.json.JsonDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Reads the bodies of requests within their limits (wire contract D11, D12, E1). */
public final class BodyReader {
    /** Bytes, the limit of kube-apiserver. */
    public static final int LIMIT = 3 * 1024 * 1024;

    /** The size of a part in bytes: memory is reserved for each part before the next part is read. */
    private static final int PART = 16 * 1024;

    /** In bytes: a value above this size counts as this size. */
    private static final int MAX_COUNTED = 4 * LIMIT;

    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";

    private final JacksonCodec codec;
    private final BodyTimeout timeout;

    public BodyReader(JacksonCodec codec, BodyTimeout timeout) {
        this.codec = codec;
        this.timeout = timeout;
    }

    /**
     * Reads an object.
     *
     * @param contentType the Content-Type header; without one, the body is JSON
     * @throws ApiException BadRequest, RequestEntityTooLarge, UnsupportedMediaType, or Timeout if the body does not
     *     arrive in time
     */
    public JsonDocument object(InputStream body, Optional<String> contentType) {
        JsonDocument document = value(bytes(body), contentType);
        if (document.value() instanceof JsonObject) {
            return document;
        }
        throw ApiException.badRequest("the body must be an object");
    }

    /** Reads a value; empty if the body is empty. Throws the same errors as {@link #object}. */
    public Optional<JsonValue> optional(InputStream body, Optional<String> contentType) {
        byte[] bytes = bytes(body);
        return bytes.length == 0
                ? Optional.empty()
                : Optional.of(value(bytes, contentType).value());
    }

    /** Reads an object; an empty object if the body is empty. Throws the same errors as {@link #object}. */
    public JsonDocument optionalObject(InputStream body, Optional<String> contentType) {
        byte[] bytes = bytes(body);
        JsonDocument document =
                bytes.length == 0 ? JsonDocument.ofJson(JsonObject.EMPTY, List.of()) : value(bytes, contentType);
        if (document.value() instanceof JsonObject) {
            return document;
        }
        throw ApiException.badRequest("the body must be an object");
    }

    /** Reads JSON of any kind. Throws the same errors as {@link #object}. */
    JsonDocument document(InputStream body) {
        return codec.document(bytes(body));
    }

    /** Reads a merge patch. Throws the same errors as {@link #object}. */
    public Patch mergePatch(InputStream body) {
        return Patch.merge(codec.document(bytes(body)));
    }

    /** Reads a strategic merge patch. Throws the same errors as {@link #object}. */
    public Patch strategicMergePatch(InputStream body) {
        return Patch.strategic(codec.document(bytes(body)));
    }

    /** Reads a JSON patch. Throws the same errors as {@link #object}. */
    public Patch jsonPatch(InputStream body) {
        return Patch.json(codec.document(bytes(body)));
    }

    /**
     * Reads the object of an apply, in YAML, which includes JSON (wire contract D63). Throws the same errors as
     * {@link #object}.
     */
    public JsonDocument configuration(InputStream body) {
        byte[] bytes = bytes(body);
        if (bytes.length == 0) {
            return JsonDocument.ofYaml(JsonObject.EMPTY, List.of());
        }
        JsonDocument document = yaml(bytes);
        if (document.value() instanceof JsonObject) {
            return document;
        }
        throw ApiException.badRequest("error decoding YAML: error unmarshaling JSON: while decoding JSON: "
                + Patch.notAnObject(document.value()));
    }

    private JsonDocument value(byte[] bytes, Optional<String> contentType) {
        String type = contentType
                .filter(text -> !text.isBlank())
                .map(text -> MediaType.parse(text).type())
                .orElse(JSON);
        return switch (type) {
            case JSON -> codec.document(bytes);
            case YAML -> yaml(bytes);
            default -> throw unsupported(JSON + ", " + YAML);
        };
    }

    /** Reads YAML and counts the value's size: aliases can make the value, and the work on it, larger than the text. */
    private JsonDocument yaml(byte[] bytes) {
        JsonDocument document = codec.yamlDocument(bytes);
        ServerCapacity.current().ifPresent(share -> {
            int size = (int) Math.min(JsonSize.of(document.value(), MAX_COUNTED), MAX_COUNTED);
            share.acquireTurn(size);
            share.keep(Math.max(0, size - bytes.length));
        });
        return document;
    }

    /** Reads the body without decoding it. */
    byte[] bytes(InputStream body) {
        byte[] bytes = timeout.read(() -> limited(body));
        ServerCapacity.current().ifPresent(share -> share.acquireTurn(bytes.length));
        return bytes;
    }

    private static byte[] limited(InputStream body) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (byte[] part = body.readNBytes(PART); part.length > 0; part = body.readNBytes(PART)) {
                int length = part.length;
                ServerCapacity.current().ifPresent(share -> share.keep(length));
                bytes.writeBytes(part);
                if (bytes.size() > LIMIT) {
                    throw new ApiException(ApiError.tooLarge(LIMIT));
                }
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ApiException unsupported(String accepted) {
        return new ApiException(ApiError.plain(
                StatusReason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: " + accepted));
    }
}

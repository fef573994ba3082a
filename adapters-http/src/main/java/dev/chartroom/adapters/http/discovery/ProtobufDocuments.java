package dev.chartroom.adapters.http.discovery;

import dev.chartroom.adapters.http.openapi.protobuf.OpenApiProtobuf;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The protobuf form of the OpenAPI document, version 2. It is made on the first request after a change. */
public final class ProtobufDocuments {
    /** The media types that clients ask for. */
    public static final Set<String> ACCEPTED = OpenApiProtobuf.ACCEPTED;

    private final JsonCodec codec;
    private @Nullable OpenApiProtobuf encoder;
    private @Nullable Made last;

    /** @param hash the hash of the document in JSON */
    private record Made(String hash, StoredDocument document) {}

    public ProtobufDocuments(JsonCodec codec) {
        this.codec = codec;
    }

    /** Returns the protobuf form of a document. */
    public synchronized Document of(Document json) {
        Made known = last;
        if (known == null || !known.hash().equals(json.hash())) {
            known = new Made(json.hash(), made(json));
            last = known;
        }
        return known.document();
    }

    private StoredDocument made(Document json) {
        if (encoder == null) {
            encoder = new OpenApiProtobuf(codec);
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            json.writeTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return StoredDocument.of(
                encoder.encode(
                        codec.parse(text.toByteArray()) instanceof JsonObject object ? object : JsonObject.EMPTY),
                OpenApiProtobuf.CONTENT_TYPE);
    }
}

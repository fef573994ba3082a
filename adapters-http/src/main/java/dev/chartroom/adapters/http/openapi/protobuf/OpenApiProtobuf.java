package dev.chartroom.adapters.http.openapi.protobuf;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.TextFormat;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Encodes an OpenAPI document of version 2 in protobuf, as kube-apiserver does. */
public final class OpenApiProtobuf {
    /** The type in an answer. */
    public static final String CONTENT_TYPE = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    /** The types in a request. The first one, which clients send, is no valid type in an answer. */
    public static final Set<String> ACCEPTED =
            Set.of("application/com.github.proto-openapi.spec.v2@v1.0+protobuf", CONTENT_TYPE);

    private final DocumentMessages messages;
    private final Descriptor document;

    /** Reads the schema of the documents, which takes a few milliseconds. */
    public OpenApiProtobuf(JsonCodec codec) {
        this.messages = new DocumentMessages(codec);
        this.document = schema().findMessageTypeByName("Document");
    }

    /**
     * Encodes a document.
     *
     * @throws IllegalArgumentException if the document has a field that OpenAPI does not have
     */
    public byte[] encode(JsonObject json) {
        return messages.message(document, json).toByteArray();
    }

    static FileDescriptor schema() {
        try (InputStream resource = OpenApiProtobuf.class.getResourceAsStream("openapi-v2.textproto")) {
            if (resource == null) {
                throw new IllegalStateException("the program was built without openapi-v2.textproto");
            }
            FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder();
            TextFormat.merge(new InputStreamReader(resource, StandardCharsets.UTF_8), file);
            return FileDescriptor.buildFrom(file.build(), new FileDescriptor[] {AnyProto.getDescriptor()});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (DescriptorValidationException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.chartroom.kubernetes.client;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A list of objects, read as a stream. Only the namespace, the name and the resource version of each object are read.
 * The list is a meta.k8s.io/v1 PartialObjectMetadataList in the envelope that Kubernetes puts around protobuf
 * (apimachinery's runtime/serializer/protobuf and meta/v1/generated.proto).
 *
 * @param resourceVersion the list's resource version
 */
public record MetadataList(String resourceVersion, List<Item> items) {
    /** The media type of a list. */
    public static final String MEDIA_TYPE =
            "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

    /** The media type of one object. */
    public static final String ITEM_MEDIA_TYPE =
            "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";

    private static final int MAGIC = 0x6b387300;
    private static final int ENVELOPE_RAW = 2;
    private static final int LIST_METADATA = 1;
    private static final int LIST_ITEMS = 2;
    private static final int LIST_RESOURCE_VERSION = 2;
    private static final int ITEM_METADATA = 1;
    private static final int NAME = 1;
    private static final int NAMESPACE = 3;
    private static final int RESOURCE_VERSION = 6;

    public record Item(String namespace, String name, String resourceVersion) {}

    /** @throws IOException if the body is truncated or of another format */
    public static MetadataList read(InputStream body) throws IOException {
        Reader reader = new Reader();
        readRaw(body, reader::listField);
        return new MetadataList(reader.resourceVersion, reader.items);
    }

    /**
     * Reads a single PartialObjectMetadata.
     *
     * @throws IOException if the body is truncated or of another format
     */
    public static Item readItem(InputStream body) throws IOException {
        Reader reader = new Reader();
        readRaw(body, reader::itemField);
        if (reader.items.size() != 1) {
            throw new IOException("not one object");
        }
        return reader.items.getFirst();
    }

    private static void readRaw(InputStream body, FieldReader fields) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(body);
        int magic = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            magic = magic << Byte.SIZE | in.readRawByte() & 0xff;
        }
        if (magic != MAGIC) {
            throw new IOException("not the protobuf of Kubernetes");
        }
        message(in, (field, to) -> {
            if (field != ENVELOPE_RAW) {
                return false;
            }
            nested(to, fields);
            return true;
        });
    }

    /** Reads the value of a field; returns false if the caller must skip the value. */
    @FunctionalInterface
    private interface FieldReader {
        boolean read(int field, CodedInputStream in) throws IOException;
    }

    private static void message(CodedInputStream in, FieldReader fields) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (!fields.read(WireFormat.getTagFieldNumber(tag), in)) {
                in.skipField(tag);
            }
        }
    }

    private static void nested(CodedInputStream in, FieldReader fields) throws IOException {
        int outer = in.pushLimit(in.readRawVarint32());
        message(in, fields);
        if (in.getBytesUntilLimit() != 0) {
            throw new EOFException("the list is cut off");
        }
        in.popLimit(outer);
    }

    private static final class Reader {
        private final List<Item> items = new ArrayList<>();
        private final String[] texts = new String[RESOURCE_VERSION + 1];
        private String resourceVersion = "";

        boolean listField(int field, CodedInputStream in) throws IOException {
            switch (field) {
                case LIST_METADATA -> nested(in, this::listMetadataField);
                case LIST_ITEMS -> nested(in, this::itemField);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private boolean listMetadataField(int field, CodedInputStream in) throws IOException {
            if (field != LIST_RESOURCE_VERSION) {
                return false;
            }
            resourceVersion = in.readString();
            return true;
        }

        private boolean itemField(int field, CodedInputStream in) throws IOException {
            if (field != ITEM_METADATA) {
                return false;
            }
            Arrays.fill(texts, "");
            nested(in, this::metadataField);
            items.add(new Item(texts[NAMESPACE], texts[NAME], texts[RESOURCE_VERSION]));
            return true;
        }

        private boolean metadataField(int field, CodedInputStream in) throws IOException {
            if (field != NAME && field != NAMESPACE && field != RESOURCE_VERSION) {
                return false;
            }
            texts[field] = in.readString();
            return true;
        }
    }
}

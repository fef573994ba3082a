package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An encoded object. It records the position of the metadata, so a caller can write the metadata alone. */
final class EncodedObject {
    private static final String METADATA = "metadata";

    private final byte[] json;
    private final int metadataStart;
    private final int metadataEnd;

    private EncodedObject(byte[] json, int metadataStart, int metadataEnd) {
        this.json = json;
        this.metadataStart = metadataStart;
        this.metadataEnd = metadataEnd;
    }

    /** Encodes an object member by member. */
    static EncodedObject of(JsonObject object, JsonCodec codec) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        int metadataStart = 0;
        int metadataEnd = 0;
        for (var member : object.members().entrySet()) {
            String name = member.getKey();
            json.writeBytes(((json.size() == 0 ? "{\"" : ",\"") + name + "\":").getBytes(StandardCharsets.US_ASCII));
            int start = json.size();
            json.writeBytes(codec.encode(member.getValue()));
            if (name.equals(METADATA)) {
                metadataStart = start;
                metadataEnd = json.size();
            }
        }
        json.write('}');
        return new EncodedObject(json.toByteArray(), metadataStart, metadataEnd);
    }

    /** Returns the encoded object. The array is shared: callers must not modify it. */
    byte[] json() {
        return json;
    }

    byte[] metadata() {
        return Arrays.copyOfRange(json, metadataStart, metadataEnd);
    }

    void writeMetadataTo(OutputStream out) throws IOException {
        out.write(json, metadataStart, metadataEnd - metadataStart);
    }

    /** Returns the same object with other metadata. */
    EncodedObject withMetadata(byte[] other) {
        byte[] replaced = new byte[json.length - (metadataEnd - metadataStart) + other.length];
        System.arraycopy(json, 0, replaced, 0, metadataStart);
        System.arraycopy(other, 0, replaced, metadataStart, other.length);
        System.arraycopy(json, metadataEnd, replaced, metadataStart + other.length, json.length - metadataEnd);
        return new EncodedObject(replaced, metadataStart, metadataStart + other.length);
    }
}

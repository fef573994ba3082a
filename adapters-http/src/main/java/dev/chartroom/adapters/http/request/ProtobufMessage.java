package dev.chartroom.adapters.http.request;

import dev.chartroom.domain.status.ApiException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The length-delimited fields of a protobuf message by number, the last of each: enough to read an access review, which
 * kubectl sends in this form only.
 */
record ProtobufMessage(Map<Integer, byte[]> fields) {
    private static final byte[] KUBERNETES_MAGIC = {'k', '8', 's', 0};
    private static final int RAW = 2;

    /**
     * Reads the object out of Kubernetes' envelope: four bytes of magic and a runtime.Unknown.
     *
     * @throws ApiException BadRequest where the bytes are something else
     */
    static ProtobufMessage ofEnvelope(byte[] body) {
        ByteBuffer buffer = ByteBuffer.wrap(body);
        byte[] magic = new byte[Math.min(KUBERNETES_MAGIC.length, body.length)];
        buffer.get(magic);
        if (!Arrays.equals(magic, KUBERNETES_MAGIC)) {
            throw ApiException.badRequest("the body is not in the protobuf form of Kubernetes");
        }
        return parse(buffer).message(RAW);
    }

    /** The message in a field, empty where there is none. */
    ProtobufMessage message(int field) {
        return parse(ByteBuffer.wrap(fields.getOrDefault(field, new byte[0])));
    }

    /** The string in a field, empty where there is none. */
    String text(int field) {
        return new String(fields.getOrDefault(field, new byte[0]), StandardCharsets.UTF_8);
    }

    boolean has(int field) {
        return fields.containsKey(field);
    }

    private static ProtobufMessage parse(ByteBuffer buffer) {
        Map<Integer, byte[]> fields = new HashMap<>();
        try {
            while (buffer.hasRemaining()) {
                long tag = varint(buffer);
                switch ((int) (tag & 7)) {
                    case 0 -> varint(buffer);
                    case 1 -> buffer.position(buffer.position() + Long.BYTES);
                    case 2 -> {
                        byte[] value = new byte[Math.toIntExact(checked(varint(buffer), buffer.remaining()))];
                        buffer.get(value);
                        fields.put((int) (tag >>> 3), value);
                    }
                    case 5 -> buffer.position(buffer.position() + Integer.BYTES);
                    default -> throw malformed();
                }
            }
        } catch (BufferUnderflowException | IllegalArgumentException _) {
            throw malformed();
        }
        return new ProtobufMessage(fields);
    }

    private static long checked(long length, int available) {
        if (length < 0 || length > available) {
            throw malformed();
        }
        return length;
    }

    private static long varint(ByteBuffer buffer) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte b = buffer.get();
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw malformed();
    }

    private static ApiException malformed() {
        return ApiException.badRequest("the body is not valid protobuf");
    }
}

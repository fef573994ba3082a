package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.negotiation.MediaType;
import dev.chartroom.apimachinery.status.ApiException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The length-delimited fields of a protobuf message by field number. For a varint field, the map has only a flag: 0 if
 * the value is 0, otherwise 1. This suffices for access reviews and namespaces. kubectl sends both only as protobuf.
 */
record ProtobufMessage(Map<Integer, List<byte[]>> fields) {
    static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";
    private static final byte[] KUBERNETES_MAGIC = {'k', '8', 's', 0};
    static final int RAW = 2;

    /**
     * Reads the object in Kubernetes' envelope: four bytes of magic and a runtime.Unknown.
     *
     * @throws ApiException BadRequest if the bytes are something else
     */
    static ProtobufMessage ofEnvelope(byte[] body) {
        return envelope(body).message(RAW);
    }

    /**
     * Reads the envelope itself. Its first field is the object's type. Throws the same errors as {@link #ofEnvelope}.
     */
    static ProtobufMessage envelope(byte[] body) {
        ByteBuffer buffer = ByteBuffer.wrap(body);
        byte[] magic = new byte[Math.min(KUBERNETES_MAGIC.length, body.length)];
        buffer.get(magic);
        if (!Arrays.equals(magic, KUBERNETES_MAGIC)) {
            throw ApiException.badRequest("the body is not in the protobuf form of Kubernetes");
        }
        return parse(buffer);
    }

    /** True if the Content-Type header names protobuf. */
    static boolean isProtobuf(Optional<String> contentType) {
        return contentType
                .map(type -> MediaType.parse(type).type().equals(MEDIA_TYPE))
                .orElse(false);
    }

    /**
     * Returns the message in a field, or an empty message if the field is absent. If the field is repeated, its last
     * message counts.
     */
    ProtobufMessage message(int field) {
        return parse(ByteBuffer.wrap(all(field).getLast()));
    }

    /** Returns the messages in a repeated field. */
    List<ProtobufMessage> messages(int field) {
        return fields.getOrDefault(field, List.of()).stream()
                .map(value -> parse(ByteBuffer.wrap(value)))
                .toList();
    }

    /**
     * Returns the string in a field, or an empty string if the field is absent. If the field is repeated, its last
     * string counts.
     */
    String text(int field) {
        return new String(all(field).getLast(), StandardCharsets.UTF_8);
    }

    /** Returns the bytes in a field, or none if the field is absent. */
    byte[] bytes(int field) {
        return all(field).getLast();
    }

    /** Returns the strings in a repeated field. */
    List<String> texts(int field) {
        return fields.getOrDefault(field, List.of()).stream()
                .map(value -> new String(value, StandardCharsets.UTF_8))
                .toList();
    }

    private List<byte[]> all(int field) {
        return fields.getOrDefault(field, List.of(new byte[0]));
    }

    /** True if a field is a number other than 0. */
    boolean flag(int field) {
        return Arrays.equals(all(field).getLast(), new byte[] {1});
    }

    boolean has(int field) {
        return fields.containsKey(field);
    }

    private static ProtobufMessage parse(ByteBuffer buffer) {
        Map<Integer, List<byte[]>> fields = new HashMap<>();
        try {
            while (buffer.hasRemaining()) {
                long tag = varint(buffer);
                switch ((int) (tag & 7)) {
                    case 0 -> add(fields, tag, new byte[] {(byte) (varint(buffer) == 0 ? 0 : 1)});
                    case 1 -> buffer.position(buffer.position() + Long.BYTES);
                    case 2 -> {
                        byte[] value = new byte[Math.toIntExact(checked(varint(buffer), buffer.remaining()))];
                        buffer.get(value);
                        add(fields, tag, value);
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

    private static void add(Map<Integer, List<byte[]>> fields, long tag, byte[] value) {
        fields.computeIfAbsent((int) (tag >>> 3), _ -> new ArrayList<>()).add(value);
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

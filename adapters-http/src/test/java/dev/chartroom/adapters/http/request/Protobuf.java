package dev.chartroom.adapters.http.request;

import java.nio.charset.StandardCharsets;

/** Encodes protobuf messages as strings, with one character per byte. */
final class Protobuf {
    private Protobuf() {}

    /** Returns an object with the given metadata in Kubernetes' envelope. */
    static byte[] object(String metadata) {
        return ("k8s\0" + field(2, field(1, metadata))).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns a length-delimited field. */
    static String field(int number, String value) {
        return varint((long) number << 3 | 2) + varint(value.length()) + value;
    }

    static String varint(long value) {
        StringBuilder bytes = new StringBuilder();
        long left = value;
        while (left > 0x7f) {
            bytes.append((char) (left & 0x7f | 0x80));
            left >>>= 7;
        }
        return bytes.append((char) left).toString();
    }
}

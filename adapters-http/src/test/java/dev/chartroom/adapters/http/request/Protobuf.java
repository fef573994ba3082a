package dev.chartroom.adapters.http.request;

import java.nio.charset.StandardCharsets;

/** Messages in protobuf, each byte a character. */
final class Protobuf {
    private Protobuf() {}

    /** An object in Kubernetes' envelope, of which the metadata are given. */
    static byte[] object(String metadata) {
        return ("k8s\0" + field(2, field(1, metadata))).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A field that has a length. */
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

package dev.chartroom.adapters.cel.value;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A sequence of bytes. Immutable. */
public final class Bytes implements Comparable<Bytes> {
    private final byte[] value;

    public Bytes(byte[] value) {
        this.value = value.clone();
    }

    public static Bytes of(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return value.length;
    }

    /** Returns a copy. */
    public byte[] array() {
        return value.clone();
    }

    public Bytes plus(Bytes other) {
        byte[] sum = Arrays.copyOf(value, value.length + other.value.length);
        System.arraycopy(other.value, 0, sum, value.length, other.value.length);
        return new Bytes(sum);
    }

    /** @throws CelFailure if the bytes are not valid UTF-8 */
    public String asText() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new CelFailure("invalid UTF-8 in bytes, cannot convert to string");
        }
    }

    /** Returns two hexadecimal digits per byte. */
    public String hex() {
        return HexFormat.of().formatHex(value);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(value, other.value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bytes that && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return new String(value, StandardCharsets.UTF_8);
    }
}

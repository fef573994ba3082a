package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An IP address of 4 or 16 bytes. Immutable. */
public final class IpAddressValue implements OpaqueValue {
    private static final TypeValue TYPE = new TypeValue("net.IP");

    private final byte[] bytes;
    private final String zone;

    IpAddressValue(byte[] bytes, String zone) {
        this.bytes = bytes.clone();
        this.zone = zone;
    }

    /** Returns the IPv6 zone; empty if there is none. */
    public String zone() {
        return zone;
    }

    public boolean isV4() {
        return bytes.length == 4;
    }

    public boolean isMappedV4() {
        for (int i = 0; i < 10 && !isV4(); i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return !isV4() && at(10) == 0xff && at(11) == 0xff;
    }

    public boolean isUnspecified() {
        return Arrays.equals(bytes, new byte[bytes.length]);
    }

    public boolean isLoopback() {
        byte[] one = new byte[16];
        one[15] = 1;
        return isV4() ? at(0) == 127 : Arrays.equals(bytes, one);
    }

    private boolean isMulticast() {
        return isV4() ? (at(0) & 0xf0) == 0xe0 : at(0) == 0xff;
    }

    public boolean isLinkLocalMulticast() {
        return isV4() ? at(0) == 224 && at(1) == 0 && at(2) == 0 : at(0) == 0xff && (at(1) & 0x0f) == 2;
    }

    public boolean isLinkLocalUnicast() {
        return isV4() ? at(0) == 169 && at(1) == 254 : at(0) == 0xfe && (at(1) & 0xc0) == 0x80;
    }

    public boolean isGlobalUnicast() {
        boolean broadcast = isV4() && (at(0) & at(1) & at(2) & at(3)) == 0xff;
        return !broadcast && !isUnspecified() && !isLoopback() && !isMulticast() && !isLinkLocalUnicast();
    }

    /** Returns this address with all bits after the first {@code bits} set to zero, and without its zone. */
    IpAddressValue masked(int bits) {
        byte[] masked = bytes.clone();
        for (int i = 0; i < masked.length; i++) {
            int kept = Math.clamp(bits - 8 * i, 0, 8);
            masked[i] = (byte) (masked[i] & (0xff00 >> kept));
        }
        return new IpAddressValue(masked, "");
    }

    private int at(int index) {
        return bytes[index] & 0xff;
    }

    @Override
    public int size() {
        return bytes.length;
    }

    @Override
    public TypeValue type() {
        return TYPE;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddressValue that && Arrays.equals(bytes, that.bytes) && zone.equals(that.zone);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the canonical form (RFC 5952). */
    @Override
    public String toString() {
        if (isV4()) {
            return at(0) + "." + at(1) + "." + at(2) + "." + at(3);
        }
        if (isMappedV4()) {
            return "::ffff:" + at(12) + "." + at(13) + "." + at(14) + "." + at(15);
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && group(end) == 0) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == start) {
                text.append("::");
                i += length - 1;
            } else {
                text.append(i == 0 || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(group(i)));
            }
        }
        return text + (zone.isEmpty() ? "" : "%" + zone);
    }

    private int group(int index) {
        return at(2 * index) << 8 | at(2 * index + 1);
    }
}

package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.go.GoText;

/** An IP address and the length of its network prefix in bits. */
public record CidrBlock(IpAddressValue address, int bits) implements OpaqueValue {
    private static final TypeValue TYPE = new TypeValue("net.CIDR");

    /** @throws CelFailure if the text is not a CIDR; the message is Go's */
    public static CidrBlock parse(String text) {
        int slash = text.lastIndexOf('/');
        if (slash < 0) {
            throw failure(text, "no '/'");
        }
        IpAddressValue address;
        try {
            address = IpParser.parse(text.substring(0, slash));
        } catch (CelFailure e) {
            throw failure(text, String.valueOf(e.getMessage()));
        }
        if (!address.zone().isEmpty()) {
            throw failure(text, "IPv6 zones cannot be present in a prefix");
        }
        String bits = text.substring(slash + 1);
        if (!bits.matches("0|[1-9][0-9]*") || bits.length() > 18) {
            throw failure(text, "bad bits after slash: " + GoText.quote(bits));
        }
        if (Long.parseLong(bits) > address.size() * 8L) {
            throw failure(text, "prefix length out of range");
        }
        return new CidrBlock(address, Integer.parseInt(bits));
    }

    private static CelFailure failure(String text, String message) {
        return new CelFailure("netip.ParsePrefix(" + GoText.quote(text) + "): " + message);
    }

    public boolean contains(IpAddressValue other) {
        return address.isV4() == other.isV4() && address.masked(bits).equals(other.masked(bits));
    }

    public boolean contains(CidrBlock other) {
        return bits <= other.bits && contains(other.address);
    }

    public CidrBlock masked() {
        return new CidrBlock(address.masked(bits), bits);
    }

    @Override
    public int size() {
        return (bits + 7) / 8;
    }

    @Override
    public TypeValue type() {
        return TYPE;
    }

    @Override
    public String toString() {
        return address + "/" + bits;
    }
}

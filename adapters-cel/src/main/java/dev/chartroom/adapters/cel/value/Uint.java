package dev.chartroom.adapters.cel.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/** An unsigned 64-bit integer. */
public record Uint(long bits) implements Comparable<Uint> {
    private static final String OVERFLOW = "unsigned integer overflow";

    /** @throws CelFailure if it is negative or too large */
    public static Uint of(BigInteger value) {
        if (value.signum() < 0 || value.bitLength() > 64) {
            throw new CelFailure(OVERFLOW);
        }
        return new Uint(value.longValue());
    }

    /** @throws CelFailure if it is NaN, negative or too large */
    public static Uint of(double value) {
        if (Double.isNaN(value) || value < 0 || value >= 0x1p64) {
            throw new CelFailure(OVERFLOW);
        }
        return of(new BigDecimal(value).toBigInteger());
    }

    public BigInteger big() {
        BigInteger value = BigInteger.valueOf(bits);
        return bits < 0 ? value.add(BigInteger.ONE.shiftLeft(64)) : value;
    }

    public double asDouble() {
        return big().doubleValue();
    }

    @Override
    public int compareTo(Uint other) {
        return Long.compareUnsigned(bits, other.bits);
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(bits);
    }
}

package dev.chartroom.apimachinery.json;

import java.security.SecureRandom;

/**
 * Hashes with a random key of the process. A client that does not know the key cannot send many texts with the same
 * hash, so a hash table keyed by values stays fast. {@link String#hashCode} has no key: {@code Aa} and {@code BB}
 * collide.
 *
 * <p>The hash is a polynomial over the integers modulo 2^61 - 1, evaluated at the key and then reduced to an int.
 * Before the reduction, two different texts of n characters collide with a probability of at most n / 2^60.
 */
public final class KeyedHash {
    private static final int BITS = 61;
    private static final long PRIME = (1L << BITS) - 1;
    private static final long KEY = (new SecureRandom().nextLong() & PRIME >>> 1) + (1L << 32);

    private long state;

    private KeyedHash(long start) {
        this.state = start;
    }

    /** Returns the hash of a text. */
    public static int of(String text) {
        return new KeyedHash(1).add(text).toInt();
    }

    /** Returns the hash of a named value, such as a member. */
    public static int of(String name, int hash) {
        return new KeyedHash(2).add(name).add(hash).toInt();
    }

    /** Returns the hash of several hashes in their order. */
    public static int of(int... hashes) {
        KeyedHash all = new KeyedHash(3);
        for (int hash : hashes) {
            all.add(hash);
        }
        return all.toInt();
    }

    static int of(Iterable<?> values) {
        KeyedHash all = new KeyedHash(4);
        values.forEach(value -> all.add(value.hashCode()));
        return all.toInt();
    }

    static int of(long value) {
        return new KeyedHash(5)
                .add((int) value)
                .add((int) (value >>> Integer.SIZE))
                .toInt();
    }

    private KeyedHash add(String text) {
        for (int i = 0; i < text.length(); i++) {
            next(text.charAt(i));
        }
        return next(Character.MAX_VALUE + 1L);
    }

    private KeyedHash add(int hash) {
        return next(hash & 0xFFFF_FFFFL);
    }

    private KeyedHash next(long term) {
        long high = Math.multiplyHigh(state, KEY);
        long low = state * KEY;
        long sum = (high << 64 - BITS | low >>> BITS) + (low & PRIME) + term;
        sum = (sum & PRIME) + (sum >>> BITS);
        state = sum >= PRIME ? sum - PRIME : sum;
        return this;
    }

    /** Mixes the state nonlinearly, so that sums of hashes do not cancel out. */
    private int toInt() {
        long mixed = (state ^ state >>> 32) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 29) * 0xBF58_476D_1CE4_E5B9L;
        return (int) (mixed >>> Integer.SIZE);
    }
}

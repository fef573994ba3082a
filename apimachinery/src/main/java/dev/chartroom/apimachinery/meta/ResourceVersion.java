package dev.chartroom.apimachinery.meta;

import java.util.Optional;

/**
 * A resource version: a decimal number that grows with each change. Clients may compare two versions of one resource
 * as numbers (KEP-5504); otherwise, a version is opaque to them.
 *
 * @param number the number, at least 0
 */
public record ResourceVersion(long number) implements Comparable<ResourceVersion> {
    /** The version before all changes; no object has it. */
    public static final ResourceVersion ZERO = new ResourceVersion(0);

    private static final long NONE = -1;

    /** @throws IllegalArgumentException if the number is less than 0 */
    public ResourceVersion {
        if (number < 0) {
            throw new IllegalArgumentException("a resource version must not be negative: " + number);
        }
    }

    /**
     * Reads a text that may be malformed, such as the parameter of a request.
     *
     * @return the version; empty if the text is no decimal number from 0 to 2<sup>63</sup> - 1
     */
    public static Optional<ResourceVersion> parse(String text) {
        long number = numberOrNone(text);
        return number == NONE ? Optional.empty() : Optional.of(new ResourceVersion(number));
    }

    /**
     * Reads the version of an object or list as a store or a kube-apiserver returned it.
     *
     * @throws IllegalArgumentException if the text is no version, which is a defect of the store
     */
    public static ResourceVersion of(String text) {
        return new ResourceVersion(numberOf(text));
    }

    /** Returns the number that {@link #of} reads. It allocates nothing, for code that runs for each object or event. */
    public static long numberOf(String text) {
        long number = numberOrNone(text);
        if (number == NONE) {
            throw new IllegalArgumentException("not a resource version: \"" + text + "\"");
        }
        return number;
    }

    private static long numberOrNone(String text) {
        // Long.parseLong would also accept a sign and the digits of other scripts.
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return NONE;
            }
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            // The text is empty, or the number is too large.
            return NONE;
        }
    }

    public boolean isAfter(ResourceVersion other) {
        return number > other.number;
    }

    public boolean isBefore(ResourceVersion other) {
        return number < other.number;
    }

    /** Returns the later one of both versions. */
    public ResourceVersion orLater(ResourceVersion other) {
        return other.isAfter(this) ? other : this;
    }

    @Override
    public int compareTo(ResourceVersion other) {
        return Long.compare(number, other.number);
    }

    /** Returns the decimal number, as in metadata. */
    @Override
    public String toString() {
        return Long.toString(number);
    }
}

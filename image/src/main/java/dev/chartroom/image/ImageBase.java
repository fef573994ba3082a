package dev.chartroom.image;

/** The lowest layers of the image: the C library and the files that it needs. */
sealed interface ImageBase {
    /** The value of {@code image.base} for {@link Debian}. */
    String DEBIAN = "debian";

    /** Returns the base for a value of {@code image.base}. */
    static ImageBase of(String value) {
        return value.equals(DEBIAN) ? new Debian() : new Existing(value);
    }

    /** A base made of Debian's packages. */
    record Debian() implements ImageBase {
        @Override
        public String toString() {
            return DEBIAN;
        }
    }

    /**
     * An existing image.
     *
     * @param reference an image in a registry, such as {@code gcr.io/distroless/base-nossl-debian12}, or {@code tar://}
     *     with the path of an archive
     */
    record Existing(String reference) implements ImageBase {
        @Override
        public String toString() {
            return reference;
        }
    }
}

package dev.chartroom.image;

import java.util.Locale;

/** A processor architecture, named as in OCI images and in Debian. */
enum Architecture {
    AMD64,
    ARM64;

    /** Returns the architecture of this machine. */
    static Architecture ofThisMachine() {
        return System.getProperty("os.arch").equals("aarch64") ? ARM64 : AMD64;
    }

    /** Returns the architecture with a name. An empty name means the architecture of this machine. */
    static Architecture of(String name) {
        return switch (name) {
            case "" -> ofThisMachine();
            case "amd64" -> AMD64;
            case "arm64" -> ARM64;
            default -> throw new ImageException("image.arch is " + name + ". Set it to amd64 or arm64.");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.chartroom.image;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Properties;

/**
 * The input of a build.
 *
 * @param release the release archive
 * @param folder the folder of the image and of the build's own files
 * @param version the version of Chartroom
 * @param revision the commit; empty if it is unknown
 * @param created the creation time in the image, which is the same for each build
 * @param jdk the JDK of the architecture
 * @param aot whether the image contains an AOT cache
 */
record ImageSettings(
        Path release,
        Path folder,
        String version,
        String revision,
        Instant created,
        ImageBase base,
        Architecture architecture,
        Path jdk,
        boolean aot) {

    /** Reads the properties whose names begin with {@code image.}. */
    static ImageSettings read(Properties properties) {
        Architecture architecture = Architecture.of(properties.getProperty("image.arch", ""));
        boolean isNative = architecture == Architecture.ofThisMachine();
        String jdk = properties.getProperty("image.jdk", "");
        if (jdk.isEmpty() && !isNative) {
            throw new ImageException("The image for " + architecture + " needs a JDK 25 for " + architecture
                    + " with the folder jmods. Set image.jdk to its path.");
        }
        Path release = Path.of(required(properties, "image.release"));
        if (!Files.isRegularFile(release)) {
            throw new ImageException(
                    "There is no " + release + ". Make it with: mvn -DskipTests -pl bootstrap -am package");
        }
        return new ImageSettings(
                release,
                Path.of(required(properties, "image.folder")),
                required(properties, "image.version"),
                properties.getProperty("image.revision", ""),
                Instant.parse(required(properties, "image.created")),
                ImageBase.of(properties.getProperty("image.base", ImageBase.DEBIAN)),
                architecture,
                Path.of(jdk.isEmpty() ? System.getProperty("java.home") : jdk),
                // only a JVM that runs here can record what the program needs
                isNative && Boolean.parseBoolean(properties.getProperty("image.aot", "true")));
    }

    /** Returns the archive that the build writes. */
    Path archive() {
        return folder.resolve("chartroom-" + version + "-" + architecture + ".oci.tar");
    }

    private static String required(Properties properties, String name) {
        String value = properties.getProperty(name, "");
        if (value.isEmpty()) {
            throw new ImageException(name + " is not set. ./dev image sets it.");
        }
        return value;
    }
}

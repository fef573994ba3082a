package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The location of this Maven module, independent of the working directory. */
public final class ModuleDirectory {
    private ModuleDirectory() {}

    /** Returns the absolute directory of the module's pom.xml. */
    public static Path basedir() {
        try {
            // .../e2e/target/test-classes
            var classes = Path.of(ModuleDirectory.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return classes.resolve("../..").normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Creates a directory under {@code target/e2e} for logs and scratch files; it stays until the next clean. */
    public static Path newWorkDirectory(String prefix) {
        try {
            var parent = Files.createDirectories(basedir().resolve("target/e2e"));
            return Files.createTempDirectory(parent, prefix + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

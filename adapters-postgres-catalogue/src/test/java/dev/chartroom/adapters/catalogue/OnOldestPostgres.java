package dev.chartroom.adapters.catalogue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Runs the tests of a class with the oldest PostgreSQL whose kinds are served. Maven puts it into a folder. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OnOldestPostgres {
    /** The programs of that PostgreSQL. */
    final class Programs {
        private static final Path FOLDER = Path.of("target/postgres-oldest");

        private Programs() {}

        static Path archive() {
            try (Stream<Path> files = Files.list(FOLDER)) {
                return files.filter(file -> file.toString().endsWith(".txz"))
                        .findFirst()
                        .orElseThrow();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

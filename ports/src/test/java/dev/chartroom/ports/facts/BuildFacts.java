package dev.chartroom.ports.facts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Records times for {@code .mvn/build-report.groovy}: each time is a line in {@code target/build-facts.csv} of the
 * tested module.
 */
public final class BuildFacts {
    private BuildFacts() {}

    /**
     * Records a time. Does nothing if Maven does not run the tests.
     *
     * @param part the activity that took the time; the report adds up all times of the same part
     */
    public static void add(String part, Duration time) {
        String basedir = System.getProperty("basedir");
        if (basedir == null) {
            return;
        }
        try {
            Files.writeString(
                    Path.of(basedir, "target", "build-facts.csv"),
                    System.currentTimeMillis() + "," + part + "," + time.toMillis() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

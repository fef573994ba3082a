package dev.chartroom.e2e.survive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;

/**
 * The wall clock of a process, which jumps as it does if an operator or NTP sets the time. The monotonic clock does not jump.
 * Requires libfaketime.
 *
 * @param file the file with the offset
 */
record WallClock(Path file) {
    private static final Path LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");

    /** Returns whether this machine has libfaketime. */
    static boolean isPossible() {
        return Files.exists(LIBRARY);
    }

    /** Returns the environment of a process with this clock. */
    Map<String, String> environment() {
        set(Duration.ZERO);
        return Map.of(
                "LD_PRELOAD", LIBRARY.toString(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                // Otherwise, waits of the JVM for a monotonic time would end at once.
                "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    /** Sets the clock ahead of the time. The process notices within a second. */
    void set(Duration ahead) {
        try {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, "+" + ahead.toSeconds());
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

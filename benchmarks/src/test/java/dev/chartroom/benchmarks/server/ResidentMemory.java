package dev.chartroom.benchmarks.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory a process holds, as Linux counts it. */
public record ResidentMemory(long pid) {

    /** Whether this machine tells. */
    public static boolean isTold() {
        return Files.isReadable(Path.of("/proc/self/status"));
    }

    /** Now, in MiB. */
    public double now() {
        return mebibytes("VmRSS:");
    }

    /** The most since {@link #forgetPeak}, in MiB. */
    public double peak() {
        return mebibytes("VmHWM:");
    }

    /** Lets the peak begin anew, from what is held now. */
    public void forgetPeak() {
        try {
            Files.writeString(file("clear_refs"), "5");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double mebibytes(String field) {
        try {
            return Files.readAllLines(file("status")).stream()
                    .filter(line -> line.startsWith(field))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D+", "")) / 1024)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String name) {
        return Path.of("/proc", Long.toString(pid), name);
    }
}

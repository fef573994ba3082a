package dev.chartroom.benchmarks.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of a process, as Linux counts it. */
public record ResidentMemory(long pid) {

    /** Returns whether this machine reports it. */
    public static boolean isTold() {
        return Files.isReadable(Path.of("/proc/self/status"));
    }

    /** Returns the current memory, in MiB. */
    public double now() {
        return mebibytes("VmRSS:");
    }

    /** Returns the peak since {@link #forgetPeak}, in MiB. */
    public double peak() {
        return mebibytes("VmHWM:");
    }

    /** Resets the peak to the current memory. */
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

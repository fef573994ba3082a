package dev.chartroom.benchmarks.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The live heap of a JVM after a collection, as {@code jcmd} counts it. */
public record LiveHeap(long pid) {

    /** Returns the size of all live objects. */
    public double bytes() {
        Process process;
        String text;
        try {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.lines()
                .filter(line -> line.startsWith("Total"))
                .mapToDouble(line -> Double.parseDouble(line.strip().split("\\s+")[2]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("jcmd said: " + text));
    }
}

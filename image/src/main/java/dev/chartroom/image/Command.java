package dev.chartroom.image;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs a program of this machine. */
record Command(Path directory, Map<String, String> environment) {

    /** Returns the output of the program, after it succeeded. */
    String run(List<String> words) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = start(builder);
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new ImageException("This command failed: " + String.join(" ", words) + "\n" + output);
            }
        } catch (InterruptedException _) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        return output;
    }

    private static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new ImageException(
                    "The image needs the program " + builder.command().getFirst() + ": " + e.getMessage());
        }
    }
}

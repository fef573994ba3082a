package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.server.ProgramProcess;
import dev.chartroom.e2e.ProgramFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts the program, again and again.
 *
 * @param times how often to find out how long it takes
 */
record Starts(ProgramFiles files, List<String> options, String classPath, int times) {
    ProgramProcess start() {
        return ProgramProcess.start(files, options, classPath);
    }

    /** With one more option for the JVM. */
    Starts with(String option) {
        return new Starts(
                files, Stream.concat(options.stream(), Stream.of(option)).toList(), classPath, times);
    }

    /** Milliseconds from start to ready. */
    List<Double> millis() {
        List<Double> millis = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            try (ProgramProcess program = start()) {
                millis.add(program.millisToReady());
            }
        }
        return millis;
    }
}

package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.server.ProgramProcess;
import dev.chartroom.e2e.harness.ProgramFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts the program repeatedly.
 *
 * @param times the number of starts to measure
 */
record Starts(ProgramFiles files, List<String> options, String classPath, int times) {
    ProgramProcess start() {
        return ProgramProcess.start(files, options, classPath);
    }

    /** Returns starts with one more option for the JVM. */
    Starts with(String option) {
        return new Starts(
                files, Stream.concat(options.stream(), Stream.of(option)).toList(), classPath, times);
    }

    /** Returns the milliseconds from start to ready, of each start. */
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

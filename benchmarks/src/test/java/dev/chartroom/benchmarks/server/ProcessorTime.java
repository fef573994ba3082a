package dev.chartroom.benchmarks.server;

import java.time.Duration;

/** The processor time of a process, as the system counts it. */
public record ProcessorTime(long pid) {

    /** Returns the time since the start; zero if the system does not report it. */
    public Duration total() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }
}

package dev.chartroom.benchmarks.server;

import java.time.Duration;

/** How much time of processors a process has taken, as the system counts it. */
public record ProcessorTime(long pid) {

    /** Since its start; zero where the system does not tell. */
    public Duration total() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }
}

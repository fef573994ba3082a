package dev.chartroom.ports.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The ceiling of processor time for an input: a fuzz target fails if its thread works longer than that. */
public final class ProcessorTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** A hundred times what the kept inputs take, as Jazzer's instrumentation slows code down. */
    private static final long FIXED_NANOS = 500_000_000;

    private static final long NANOS_PER_BYTE = 20_000;
    /** The first run also loads and compiles classes. */
    private static final int TRIES = 3;

    private ProcessorTime() {}

    /** Runs a target, again if it is too slow. Its exceptions go on. */
    public static void bounded(byte[] input, Runnable target) {
        long most = FIXED_NANOS + NANOS_PER_BYTE * input.length;
        long took = 0;
        for (int i = 0; i < TRIES; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            target.run();
            took = THREADS.getCurrentThreadCpuTime() - start;
            if (took <= most) {
                return;
            }
        }
        throw new AssertionError(
                "takes %d ms of processor time for %d bytes".formatted(took / 1_000_000, input.length));
    }
}

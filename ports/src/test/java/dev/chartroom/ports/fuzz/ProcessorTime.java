package dev.chartroom.ports.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The limit of processor time for an input. A fuzz target that exceeds the limit fails. */
public final class ProcessorTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /**
     * A hundred times the processor time for an input of the corpus, because Jazzer's instrumentation slows code down.
     */
    private static final long FIXED_NANOS = 500_000_000;

    private static final long NANOS_PER_BYTE = 20_000;
    /** The maximum number of runs. The first run may be slow, because it also loads and compiles classes. */
    private static final int TRIES = 3;

    private ProcessorTime() {}

    /**
     * Runs a target. If its thread takes too much processor time, runs the target again. Exceptions of the target are
     * passed on.
     */
    public static void bounded(byte[] input, Runnable target) {
        bounded(input, target, ProcessorTime::ofThisThread);
    }

    /**
     * Like {@link #bounded(byte[], Runnable)}, but measures all threads together, because a server works on its own
     * threads.
     */
    public static void boundedOnAllThreads(byte[] input, Runnable target) {
        bounded(input, target, ProcessorTime::ofAllThreads);
    }

    private static void bounded(byte[] input, Runnable target, Supplier<LongSupplier> clock) {
        long most = FIXED_NANOS + NANOS_PER_BYTE * input.length;
        long took = 0;
        for (int i = 0; i < TRIES; i++) {
            LongSupplier since = clock.get();
            target.run();
            took = since.getAsLong();
            if (took <= most) {
                return;
            }
        }
        throw new AssertionError(
                "takes %d ms of processor time for %d bytes".formatted(took / 1_000_000, input.length));
    }

    private static LongSupplier ofThisThread() {
        long start = THREADS.getCurrentThreadCpuTime();
        return () -> THREADS.getCurrentThreadCpuTime() - start;
    }

    /**
     * Returns a function that returns the processor time of all platform threads since this call, in nanoseconds.
     * Platform threads include the carriers of virtual threads.
     */
    public static LongSupplier ofAllThreads() {
        Map<Long, Long> start = times();
        return () -> times().entrySet().stream()
                .mapToLong(time -> time.getValue() - start.getOrDefault(time.getKey(), 0L))
                .sum();
    }

    private static Map<Long, Long> times() {
        return LongStream.of(THREADS.getAllThreadIds())
                .boxed()
                .collect(Collectors.toMap(id -> id, id -> Math.max(0, THREADS.getThreadCpuTime(id))));
    }
}

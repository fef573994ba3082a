package dev.chartroom.ports.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The ceiling of processor time for an input: a fuzz target fails if it works longer than that. */
public final class ProcessorTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** A hundred times what the kept inputs take, as Jazzer's instrumentation slows code down. */
    private static final long FIXED_NANOS = 500_000_000;

    private static final long NANOS_PER_BYTE = 20_000;
    /** The first run also loads and compiles classes. */
    private static final int TRIES = 3;

    private ProcessorTime() {}

    /** Runs a target, again if its thread is too slow. Its exceptions go on. */
    public static void bounded(byte[] input, Runnable target) {
        bounded(input, target, ProcessorTime::ofThisThread);
    }

    /** Likewise, if all threads together are too slow: a server works on threads of its own. */
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

    /** In nanoseconds from now on, of all platform threads: among them are those that carry virtual threads. */
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

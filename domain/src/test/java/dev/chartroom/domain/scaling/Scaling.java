package dev.chartroom.domain.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * An input of a shape that grows, and what is done with it. Fails if the processor time of the thread grows much faster than
 * the input.
 *
 * @param name of the shape
 * @param size of the smallest input that is measured; four times as much has to fit into a request
 * @param negligible nanoseconds for four times the size; less is fast enough, however it grows
 */
public record Scaling<T>(String name, int size, IntFunction<T> input, Consumer<T> work, long negligible) {
    /** From n to 4 n, n log n is below 5 and a square 16. Between them is room for caches that become too small. */
    private static final int BOUND = 10;

    private static final int WARM_UP = 4;
    private static final int ROUNDS = 3;
    /** More rounds, if the first ones are too slow: other processes take caches away. */
    private static final int LAST_ROUND = 40;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public Scaling(String name, int size, IntFunction<T> input, Consumer<T> work) {
        this(name, size, input, work, 0);
    }

    /** Measures n, 2 n and 4 n, the shortest of a few rounds each. */
    public void check() {
        T small = input.apply(size);
        T middle = input.apply(2 * size);
        T large = input.apply(4 * size);
        for (int i = 0; i < WARM_UP; i++) {
            nanos(small);
        }
        long n = Long.MAX_VALUE;
        long twice = Long.MAX_VALUE;
        long fourTimes = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS || (round < LAST_ROUND && fourTimes > bound(n)); round++) {
            n = Math.min(n, nanos(small));
            twice = Math.min(twice, nanos(middle));
            fourTimes = Math.min(fourTimes, nanos(large));
        }
        assertThat(fourTimes)
                .as(
                        "%s: %s ms of processor time for %d, %s ms for %d, %s ms for %d",
                        name, millis(n), size, millis(twice), 2 * size, millis(fourTimes), 4 * size)
                .isLessThanOrEqualTo(bound(n));
    }

    private long bound(long nanos) {
        return Math.max(negligible, BOUND * nanos);
    }

    private long nanos(T value) {
        long before = THREADS.getCurrentThreadCpuTime();
        work.accept(value);
        return Math.max(1, THREADS.getCurrentThreadCpuTime() - before);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e6);
    }

    @Override
    public String toString() {
        return name;
    }
}

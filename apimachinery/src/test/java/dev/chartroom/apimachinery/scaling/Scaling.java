package dev.chartroom.apimachinery.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Runs work on growing inputs of one shape. Fails if the thread's processor time grows much faster than the input.
 *
 * @param name the name of the shape
 * @param size the size of the smallest measured input; four times this size must fit into a request
 * @param largest the largest size that fits into a request, which is measured as well; 0 to measure no more than four
 *     times the smallest
 * @param negligible nanoseconds for four times the size; work that takes less passes, however it grows
 */
public record Scaling<T>(String name, int size, int largest, IntFunction<T> input, Consumer<T> work, long negligible) {
    /**
     * From n to 2 n, n log n work takes less than 2.3 times as long, quadratic work 4 times. The bound is between the
     * two, because larger inputs may no longer fit into the caches.
     */
    private static final double BOUND_OF_TWICE = 3.5;
    /** From n to 4 n, n log n work takes less than 5 times as long, quadratic work 16 times. */
    private static final double BOUND_OF_FOUR_TIMES = 9;
    /**
     * Bounds the time for each part of the largest input, as a multiple of the time for the smallest input. If a
     * quadratic part of the work takes as long as the linear part for 64 KiB, each part of 2.8 MB takes 22 times as
     * long.
     */
    private static final int BOUND_OF_EACH_PART = 8;

    private static final int WARM_UP = 4;
    private static final int ROUNDS = 3;
    /** The maximum of rounds. More are run if the first ones are too slow, because other processes evict the caches. */
    private static final int LAST_ROUND = 40;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public Scaling(String name, int size, IntFunction<T> input, Consumer<T> work) {
        this(name, size, 0, input, work, 0);
    }

    /** Measures n, 2 n and 4 n as the shortest of a few rounds each, and the largest input. */
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
        for (int round = 0;
                round < ROUNDS || (round < LAST_ROUND && !(isTwiceLinear(n, twice) && isLinear(n, fourTimes)));
                round++) {
            n = Math.min(n, nanos(small));
            twice = Math.min(twice, nanos(middle));
            fourTimes = Math.min(fourTimes, nanos(large));
        }
        String measured = String.format(
                Locale.ROOT,
                "%s: %s ms of processor time for %d, %s ms for %d, %s ms for %d",
                name,
                millis(n),
                size,
                millis(twice),
                2 * size,
                millis(fourTimes),
                4 * size);
        assertThat(isTwiceLinear(n, twice)).as(measured).isTrue();
        assertThat(isLinear(n, fourTimes)).as(measured).isTrue();
        if (largest > 0) {
            checkLargest(n, measured);
        }
    }

    private void checkLargest(long n, String measured) {
        T value = input.apply(largest);
        double parts = (double) largest / size;
        double bound = Math.max(negligible * parts / 4, BOUND_OF_EACH_PART * parts * n);
        long nanos = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && nanos > bound; round++) {
            nanos = Math.min(nanos, nanos(value));
        }
        assertThat((double) nanos)
                .as("%s, %s ms for %d", measured, millis(nanos), largest)
                .isLessThanOrEqualTo(bound);
    }

    private boolean isTwiceLinear(long n, long twice) {
        return twice <= Math.max(negligible / 2.0, BOUND_OF_TWICE * n);
    }

    private boolean isLinear(long n, long fourTimes) {
        return fourTimes <= Math.max((double) negligible, BOUND_OF_FOUR_TIMES * n);
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

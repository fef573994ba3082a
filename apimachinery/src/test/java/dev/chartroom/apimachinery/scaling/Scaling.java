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
    /** How many times the size is measured if the time grows too fast. */
    private static final int LARGER = 4;

    private static final int LAST_ROUND_OF_LARGER = 10;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public Scaling(String name, int size, IntFunction<T> input, Consumer<T> work) {
        this(name, size, 0, input, work, 0);
    }

    /**
     * Measures n, 2 n and 4 n, and the largest input. If the time grows too fast, measures 4 n, 8 n and 16 n as well:
     * at one size, an input no longer fits into the caches, and the time for each part grows. It grows only once, while
     * quadratic work is even slower for larger inputs. An input that is refused because of its size shows nothing.
     */
    public void check() {
        Growth growth = measure(size, LAST_ROUND);
        if (!growth.isLinear()) {
            Growth larger = measure(LARGER * size, LAST_ROUND_OF_LARGER);
            assertThat(larger.isLinear() && larger.grows())
                    .as("%s; %s", growth, larger)
                    .isTrue();
        }
        if (largest > 0) {
            checkLargest(growth);
        }
    }

    private Growth measure(int size, int lastRound) {
        T small = input.apply(size);
        T middle = input.apply(2 * size);
        T large = input.apply(4 * size);
        for (int i = 0; i < WARM_UP; i++) {
            nanos(small);
        }
        Growth growth = new Growth(name, size, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, negligible);
        for (int round = 0; round < rounds(growth) || (round < lastRound && !growth.isLinear()); round++) {
            growth = growth.least(nanos(small), nanos(middle), nanos(large));
        }
        return growth;
    }

    /** Further rounds only lower the times. The time for the largest input is compared with the lowest of all rounds. */
    private int rounds(Growth growth) {
        return growth.isNegligible() && largest == 0 ? 1 : ROUNDS;
    }

    private void checkLargest(Growth growth) {
        T value = input.apply(largest);
        double parts = (double) largest / size;
        double bound = Math.max(negligible * parts / 4, BOUND_OF_EACH_PART * parts * growth.n());
        long nanos = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && nanos > bound; round++) {
            nanos = Math.min(nanos, nanos(value));
        }
        assertThat((double) nanos)
                .as("%s, %s ms for %d", growth, millis(nanos), largest)
                .isLessThanOrEqualTo(bound);
    }

    /** The shortest times of some rounds for n, 2 n and 4 n, in nanoseconds. */
    private record Growth(String name, int size, long n, long twice, long fourTimes, long negligible) {
        Growth least(long n, long twice, long fourTimes) {
            return new Growth(
                    name,
                    size,
                    Math.min(this.n, n),
                    Math.min(this.twice, twice),
                    Math.min(this.fourTimes, fourTimes),
                    negligible);
        }

        boolean isLinear() {
            return twice <= Math.max(negligible / 2.0, BOUND_OF_TWICE * n)
                    && fourTimes <= Math.max((double) negligible, BOUND_OF_FOUR_TIMES * n);
        }

        boolean isNegligible() {
            return twice <= negligible / 2.0 && fourTimes <= negligible;
        }

        /** Returns whether the larger inputs were processed, not refused. */
        boolean grows() {
            return fourTimes >= 2.0 * n;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s: %s ms of processor time for %d, %s ms for %d, %s ms for %d",
                    name,
                    millis(n),
                    size,
                    millis(twice),
                    2 * size,
                    millis(fourTimes),
                    4 * size);
        }
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

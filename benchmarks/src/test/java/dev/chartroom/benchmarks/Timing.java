package dev.chartroom.benchmarks;

/** Wall time, in milliseconds. */
final class Timing {
    private Timing() {}

    static double millis(Runnable task) {
        long start = System.nanoTime();
        task.run();
        return (System.nanoTime() - start) / 1e6;
    }
}

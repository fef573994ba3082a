package dev.chartroom.conformance.cluster;

/** Waits between two polls of the cluster. */
final class Pause {
    private static final long MILLIS = 100;

    private Pause() {}

    /** @throws ConformanceException if the thread is interrupted */
    static void shortly() {
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ConformanceException("interrupted");
        }
    }
}

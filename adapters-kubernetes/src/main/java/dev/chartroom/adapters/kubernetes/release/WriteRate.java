package dev.chartroom.adapters.kubernetes.release;

/** A bucket of writes: a number of them at once, and then one in each interval. Times are those of one clock, in nanoseconds. */
final class WriteRate {
    private final long burst;
    private final long interval;
    private long full;

    /**
     * @param most how many there may be at once
     * @param interval after which there may be another one
     */
    WriteRate(int most, long interval, long now) {
        this.burst = most * interval;
        this.interval = interval;
        this.full = now;
    }

    /** Takes a write out of the bucket. Returns how long to wait before it; 0 for not at all. */
    synchronized long take(long now) {
        full = Math.max(full, now) + interval;
        return Math.max(0, full - now - burst);
    }
}

package dev.chartroom.adapters.kubernetes.release;

import java.util.OptionalLong;

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

    /**
     * Takes a write out of the bucket. Returns how long to wait before it, 0 for not at all; empty, and takes none, if that
     * is longer than the patience.
     */
    synchronized OptionalLong take(long now, long patience) {
        long next = Math.max(full, now) + interval;
        long wait = Math.max(0, next - now - burst);
        if (wait > patience) {
            return OptionalLong.empty();
        }
        full = next;
        return OptionalLong.of(wait);
    }
}

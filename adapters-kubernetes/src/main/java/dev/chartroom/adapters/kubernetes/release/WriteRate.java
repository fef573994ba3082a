package dev.chartroom.adapters.kubernetes.release;

import java.util.OptionalLong;

/**
 * A token bucket for writes: a burst, and then one write in each interval. All times are in nanoseconds of the same
 * clock.
 */
final class WriteRate {
    private final long burst;
    private final long interval;
    private long full;

    /**
     * @param most the largest number of writes at once
     * @param interval the time until a further write is allowed
     */
    WriteRate(int most, long interval, long now) {
        this.burst = most * interval;
        this.interval = interval;
        this.full = now;
    }

    /**
     * Takes a token for one write out of the bucket. Returns how long the caller must wait before the write; 0 for no
     * wait. If the wait is longer than {@code patience}, takes no token and returns empty.
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

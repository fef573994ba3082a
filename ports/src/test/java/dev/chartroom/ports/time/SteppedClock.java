package dev.chartroom.ports.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it. */
public final class SteppedClock extends Clock {
    private final Instant start;
    private volatile Instant now;

    public SteppedClock(Instant start) {
        this.start = start;
        this.now = start;
    }

    /** @param time may be negative */
    public void advance(Duration time) {
        now = now.plus(time);
    }

    public void set(Instant time) {
        now = time;
    }

    /** Returns the time since the start. */
    public Duration passed() {
        return Duration.between(start, now);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}

package dev.chartroom.ports.placement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A clock that stands still but while somebody waits by it, when the others get to do something. */
final class SteppedTicker implements Ticker {
    private final List<Runnable> others = new ArrayList<>();
    private long now = 1_000;

    /** @param step what another does each time somebody waits */
    void meanwhile(Runnable step) {
        others.add(step);
    }

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    synchronized void advance(Duration time) {
        now += time.toNanos();
    }

    @Override
    public void pause(Duration time) {
        advance(time);
        List.copyOf(others).forEach(Runnable::run);
    }
}

package dev.chartroom.core.placement;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A clock that advances only on {@link #advance} and while a caller waits. During each wait, the other participants
 * take a step.
 */
final class SteppedTicker implements Ticker {
    private final List<Runnable> others = new ArrayList<>();
    private long now = 1_000;

    /** @param step runs during each wait */
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

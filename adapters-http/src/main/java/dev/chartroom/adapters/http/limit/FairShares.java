package dev.chartroom.adapters.http.limit;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A number of permits that users share: nobody may hold more than are free. So one user alone gets half of them, two
 * greedy ones a third each, and who has none finds one as long as there is any. Thread-safe.
 */
final class FairShares {
    private final int permits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> held = new HashMap<>();
    private int taken;

    /** @param permits at least 2 */
    FairShares(int permits) {
        if (permits < 2) {
            throw new IllegalArgumentException("there must be two permits at least");
        }
        this.permits = permits;
    }

    /** @throws ApiException TooManyRequests where the user holds a fair share already */
    InFlightLimits.Permit take(String user) {
        lock.lock();
        try {
            int own = held.getOrDefault(user, 0);
            if (own >= permits - taken) {
                throw new ApiException(ApiError.tooManyRequests());
            }
            held.put(user, own + 1);
            taken++;
        } finally {
            lock.unlock();
        }
        return () -> giveBack(user);
    }

    private void giveBack(String user) {
        lock.lock();
        try {
            held.computeIfPresent(user, (_, own) -> own == 1 ? null : own - 1);
            taken--;
        } finally {
            lock.unlock();
        }
    }
}

package dev.chartroom.core.request;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Permits that sharers divide among themselves. A sharer must not hold more permits than are free. So a single sharer
 * gets at most half of the permits, and two greedy sharers get a third each. A sharer without a permit gets a permit as
 * long as any permit is free. If no permit is free, the next freed permit goes to the waiting sharer that holds the
 * fewest permits. So one sharer's queue never delays the only request of another sharer. Thread-safe.
 */
public final class FairShares {
    private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

    private final int permits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> held = new HashMap<>();
    /**
     * The waiting callers of each sharer. None of these sharers can take another permit now, because a freed permit is
     * handed over at once.
     */
    private final SequencedMap<String, Queue<Turn>> waiting = new LinkedHashMap<>();

    private int taken;

    /** A caller that waits. Guarded by the lock. */
    private static final class Turn {
        private final Condition come;
        private boolean granted;

        private Turn(Condition come) {
            this.come = come;
        }
    }

    /** @param permits at least 2 */
    public FairShares(int permits) {
        if (permits < 2) {
            throw new IllegalArgumentException("there must be at least two permits");
        }
        this.permits = permits;
    }

    /**
     * Returns the name of the sharer to which a user belongs. The service accounts of a namespace share one name,
     * because a user who can create service accounts can create any number of them.
     */
    public static String sharer(UserInfo user) {
        String name = user.name();
        int end = name.startsWith(SERVICE_ACCOUNT) ? name.indexOf(':', SERVICE_ACCOUNT.length()) : -1;
        return end < 0 ? name : name.substring(0, end);
    }

    /**
     * Takes a permit without waiting.
     *
     * @throws ApiException TooManyRequests, with a Retry-After, if the sharer already holds its fair share
     */
    public Permit take(String sharer) {
        return take(sharer, Duration.ZERO);
    }

    /**
     * Takes several permits at once, without waiting. If that is not possible, takes no permit.
     *
     * @throws ApiException TooManyRequests in the same case as for {@link #take(String)}
     */
    public Permit take(String sharer, int count) {
        lock.lock();
        try {
            // When the other permits are taken, the last permit must still be within the fair share.
            if (held(sharer) + 2L * (count - 1) >= permits - taken) {
                throw new ApiException(ApiError.tooManyRequests());
            }
            held.merge(sharer, count, Integer::sum);
            taken += count;
        } finally {
            lock.unlock();
        }
        return () -> {
            for (int i = 0; i < count; i++) {
                release(sharer);
            }
        };
    }

    /**
     * Takes a permit.
     *
     * @param timeout the longest time to wait for the sharer's turn
     * @throws ApiException TooManyRequests, with a Retry-After, if the turn does not come in that time
     */
    public Permit take(String sharer, Duration timeout) {
        lock.lock();
        try {
            if (mayHoldOneMore(sharer)) {
                hold(sharer);
            } else {
                awaitTurn(sharer, timeout);
            }
        } finally {
            lock.unlock();
        }
        return () -> release(sharer);
    }

    private boolean mayHoldOneMore(String sharer) {
        return held(sharer) < permits - taken;
    }

    private int held(String sharer) {
        return held.getOrDefault(sharer, 0);
    }

    private void hold(String sharer) {
        held.merge(sharer, 1, Integer::sum);
        taken++;
    }

    private void awaitTurn(String sharer, Duration timeout) {
        Turn turn = new Turn(lock.newCondition());
        waiting.computeIfAbsent(sharer, _ -> new ArrayDeque<>()).add(turn);
        try {
            long left = timeout.toNanos();
            while (!turn.granted && left > 0) {
                left = turn.come.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (!turn.granted) {
            leave(sharer, turn);
            throw new ApiException(ApiError.tooManyRequests());
        }
    }

    private void leave(String sharer, Turn turn) {
        waiting.computeIfPresent(sharer, (_, turns) -> {
            turns.remove(turn);
            return turns.isEmpty() ? null : turns;
        });
    }

    private void release(String sharer) {
        lock.lock();
        try {
            held.computeIfPresent(sharer, (_, own) -> own == 1 ? null : own - 1);
            taken--;
            // If several sharers hold the same number of permits, the sharer that was not served for the longest time
            // comes first.
            waiting.keySet().stream()
                    .min(Comparator.comparingInt(this::held))
                    .filter(this::mayHoldOneMore)
                    .ifPresent(this::grant);
        } finally {
            lock.unlock();
        }
    }

    private void grant(String sharer) {
        Queue<Turn> turns = Objects.requireNonNull(waiting.remove(sharer));
        Turn turn = turns.remove();
        hold(sharer);
        turn.granted = true;
        turn.come.signal();
        if (!turns.isEmpty()) {
            waiting.putLast(sharer, turns);
        }
    }
}

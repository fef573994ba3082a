package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.request.SharedCall;
import dev.chartroom.core.request.SharedReservation;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins callers that request the result of the same key at the same time. Each caller receives the result of a call
 * that began after the caller's request. For each key, at most one call runs and one call waits, however many callers
 * there are.
 *
 * @param <K> the key of a result
 * @param <V> the result
 */
final class SingleFlight<K, V> {
    /** The deadline of a call, even if the request that began the call has a shorter deadline. */
    private static final Duration LONGEST = Duration.ofSeconds(60);
    /**
     * The maximum number of retries. Without this limit, a store that rejects all calls would receive a call for each
     * request.
     */
    private static final int MAX_RETRIES = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, Turns<V>> turns = new HashMap<>();

    private static final class Turns<V> {
        private @Nullable Joined<V> running;
        private @Nullable Joined<V> next;
    }

    /** @param reservation the memory that the call reserves as long as a request uses its result */
    private record Joined<V>(SharedCall<V> call, SharedReservation reservation) {
        Joined() {
            this(new SharedCall<>(), SharedReservation.ofCurrent());
        }
    }

    /**
     * Returns the result of a key. If the call fails, all callers that joined it receive the error. TooManyRequests,
     * however, concerns only the request that began the call. The other requests then retry a few times, and one of
     * them begins the next call.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException Timeout if the deadline of this request passes first
     */
    V get(K key, Supplier<V> supplier) {
        return get(key, supplier, MAX_RETRIES);
    }

    /** @param retriesLeft how many more times this request retries if another request's call is rejected */
    private V get(K key, Supplier<V> supplier, int retriesLeft) {
        Joined<V> mine;
        Joined<V> before = null;
        boolean first = false;
        lock.lock();
        try {
            Turns<V> callsOfKey = turns.computeIfAbsent(key, _ -> new Turns<>());
            if (callsOfKey.next == null) {
                callsOfKey.next = new Joined<>();
                before = callsOfKey.running;
                first = true;
            }
            mine = callsOfKey.next;
        } finally {
            lock.unlock();
        }
        mine.reservation().join();
        if (first) {
            Joined<V> running = before;
            mine.call().begin(() -> mine.reservation().during(() -> inTurn(key, mine, running, supplier)));
        }
        try {
            ServerCapacity.waiting(mine.call()::await);
            return mine.call().await();
        } catch (ApiException e) {
            if (!first && retriesLeft > 0 && Status.of(e.error()).reason() == StatusReason.TOO_MANY_REQUESTS) {
                return get(key, supplier, retriesLeft - 1);
            }
            throw e;
        }
    }

    private V inTurn(K key, Joined<V> mine, @Nullable Joined<V> before, Supplier<V> supplier) {
        if (before != null) {
            before.call().awaitEnd();
        }
        markRunning(key, mine);
        try {
            return RequestDeadline.in(LONGEST).during(supplier);
        } finally {
            markEnded(key, mine);
        }
    }

    /** Records that the call runs; later callers no longer join it. */
    private void markRunning(K key, Joined<V> call) {
        lock.lock();
        try {
            Turns<V> callsOfKey = turns.computeIfAbsent(key, _ -> new Turns<>());
            callsOfKey.running = call;
            callsOfKey.next = null;
        } finally {
            lock.unlock();
        }
    }

    private void markEnded(K key, Joined<V> call) {
        lock.lock();
        try {
            Turns<V> callsOfKey = turns.get(key);
            // The next call may have begun already.
            if (callsOfKey != null && call.equals(callsOfKey.running)) {
                callsOfKey.running = null;
                if (callsOfKey.next == null) {
                    turns.remove(key);
                }
            }
        } finally {
            lock.unlock();
        }
    }
}

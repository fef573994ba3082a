package dev.chartroom.ports.cache;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.deadline.SharedCall;
import dev.chartroom.ports.limit.ServerCapacity;
import dev.chartroom.ports.limit.SharedRoom;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins callers that ask the same question at the same time. Each caller receives the result of a call that began after
 * the caller asked. For each question, at most one call runs and one call waits, however many callers there are.
 *
 * @param <K> a question
 * @param <V> its answer
 */
final class SingleFlight<K, V> {
    /** The deadline of a call, even if the request that began the call has a shorter deadline. */
    private static final Duration LONGEST = Duration.ofSeconds(60);
    /** The maximum number of retries. If a store rejects all calls, it does not receive a call for each request. */
    private static final int MOST_REFUSED = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, Turns<V>> turns = new HashMap<>();

    private static final class Turns<V> {
        private @Nullable Joined<V> running;
        private @Nullable Joined<V> next;
    }

    /** @param room the memory that the call reserves as long as a request uses its answer */
    private record Joined<V>(SharedCall<V> call, SharedRoom room) {
        Joined() {
            this(new SharedCall<>(), SharedRoom.ofCurrent());
        }
    }

    /**
     * Answers a question. If the call fails, all callers that joined it receive the error. TooManyRequests, however,
     * concerns only the request that began the call. The other requests then retry a few times, and one of them begins
     * the next call.
     *
     * @throws dev.chartroom.domain.status.ApiException Timeout if the deadline of this request passes first
     */
    V answer(K question, Supplier<V> supplier) {
        return answer(question, supplier, MOST_REFUSED);
    }

    /** @param refused how often this request still retries after the call of another request was rejected */
    private V answer(K question, Supplier<V> supplier, int refused) {
        Joined<V> mine;
        Joined<V> before = null;
        boolean first = false;
        lock.lock();
        try {
            Turns<V> asked = turns.computeIfAbsent(question, _ -> new Turns<>());
            if (asked.next == null) {
                asked.next = new Joined<>();
                before = asked.running;
                first = true;
            }
            mine = asked.next;
        } finally {
            lock.unlock();
        }
        mine.room().join();
        if (first) {
            Joined<V> running = before;
            mine.call().begin(() -> mine.room().during(() -> inTurn(question, mine, running, supplier)));
        }
        try {
            ServerCapacity.waiting(mine.call()::await);
            return mine.call().await();
        } catch (ApiException e) {
            if (!first && refused > 0 && Status.of(e.error()).reason() == StatusReason.TOO_MANY_REQUESTS) {
                return answer(question, supplier, refused - 1);
            }
            throw e;
        }
    }

    private V inTurn(K question, Joined<V> mine, @Nullable Joined<V> before, Supplier<V> supplier) {
        if (before != null) {
            before.call().awaitEnd();
        }
        begin(question, mine);
        try {
            return RequestDeadline.in(LONGEST).during(supplier);
        } finally {
            end(question, mine);
        }
    }

    /** Records that the call runs; later callers no longer join it. */
    private void begin(K question, Joined<V> call) {
        lock.lock();
        try {
            Turns<V> asked = turns.computeIfAbsent(question, _ -> new Turns<>());
            asked.running = call;
            asked.next = null;
        } finally {
            lock.unlock();
        }
    }

    private void end(K question, Joined<V> call) {
        lock.lock();
        try {
            Turns<V> asked = turns.get(question);
            // The next call may have begun already.
            if (asked != null && call.equals(asked.running)) {
                asked.running = null;
                if (asked.next == null) {
                    turns.remove(question);
                }
            }
        } finally {
            lock.unlock();
        }
    }
}

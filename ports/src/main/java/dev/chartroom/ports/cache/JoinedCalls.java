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
 * Joins callers who ask the same at the same time: each gets the outcome of a call that began after it asked, and of each
 * question one call runs and one waits, however many ask.
 *
 * @param <K> a question
 * @param <V> its answer
 */
final class JoinedCalls<K, V> {
    /** For a call, however short the time of who began it is. */
    private static final Duration LONGEST = Duration.ofSeconds(60);
    /** A few, so that a store that refuses everybody is not asked once for each request. */
    private static final int MOST_REFUSED = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, Turns<V>> turns = new HashMap<>();

    private static final class Turns<V> {
        private @Nullable Joined<V> running;
        private @Nullable Joined<V> next;
    }

    /** @param room what the call keeps, as long as somebody uses its answer */
    private record Joined<V>(SharedCall<V> call, SharedRoom room) {
        Joined() {
            this(new SharedCall<>(), SharedRoom.ofCurrent());
        }
    }

    /**
     * Answers a question; what the call throws, everyone who joined it gets. But if there was no room for it, that is
     * because of the request that began it, so the others ask again, a few times, and one of them begins the next call.
     *
     * @throws dev.chartroom.domain.status.ApiException Timeout where the deadline of this request is sooner
     */
    V answer(K question, Supplier<V> supplier) {
        return answer(question, supplier, MOST_REFUSED);
    }

    /** @param refused how many calls that others begin may be refused */
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

    /** From now on nobody joins the call. */
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
            // The next one may have begun already.
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

package dev.chartroom.ports.cache;

import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.deadline.SharedCall;
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

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, Turns<V>> turns = new HashMap<>();

    private static final class Turns<V> {
        private @Nullable SharedCall<V> running;
        private @Nullable SharedCall<V> next;
    }

    /**
     * Answers a question; what the call throws, everyone who joined it gets.
     *
     * @throws dev.chartroom.domain.status.ApiException Timeout where the deadline of this request is sooner
     */
    V answer(K question, Supplier<V> supplier) {
        SharedCall<V> mine;
        SharedCall<V> before = null;
        boolean first = false;
        lock.lock();
        try {
            Turns<V> asked = turns.computeIfAbsent(question, _ -> new Turns<>());
            if (asked.next == null) {
                asked.next = new SharedCall<>();
                before = asked.running;
                first = true;
            }
            mine = asked.next;
        } finally {
            lock.unlock();
        }
        if (first) {
            SharedCall<V> running = before;
            mine.begin(() -> inTurn(question, mine, running, supplier));
        }
        return mine.await();
    }

    private V inTurn(K question, SharedCall<V> mine, @Nullable SharedCall<V> before, Supplier<V> supplier) {
        if (before != null) {
            before.awaitEnd();
        }
        begin(question, mine);
        try {
            return RequestDeadline.in(LONGEST).during(supplier);
        } finally {
            end(question, mine);
        }
    }

    /** From now on nobody joins the call. */
    private void begin(K question, SharedCall<V> call) {
        lock.lock();
        try {
            Turns<V> asked = turns.computeIfAbsent(question, _ -> new Turns<>());
            asked.running = call;
            asked.next = null;
        } finally {
            lock.unlock();
        }
    }

    private void end(K question, SharedCall<V> call) {
        lock.lock();
        try {
            Turns<V> asked = turns.get(question);
            // The next one may have begun already.
            if (asked != null && asked.running == call) {
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

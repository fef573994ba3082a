package dev.chartroom.ports.cache;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, Turns<V>> turns = new HashMap<>();

    private static final class Turns<V> {
        private @Nullable Call<V> running;
        private @Nullable Call<V> next;
    }

    private static final class Call<V> {
        private final CompletableFuture<V> outcome = new CompletableFuture<>();

        void run(Supplier<V> supplier) {
            try {
                outcome.complete(supplier.get());
            } catch (RuntimeException | Error e) {
                outcome.completeExceptionally(e);
            }
        }

        void await() {
            outcome.handle((_, _) -> true).join();
        }

        V outcome() {
            try {
                return outcome.join();
            } catch (CompletionException e) {
                switch (e.getCause()) {
                    case RuntimeException cause -> throw cause;
                    case Error cause -> throw cause;
                    case null, default -> throw e;
                }
            }
        }
    }

    /** Answers a question; what the call throws, everyone who joined it gets. */
    V answer(K question, Supplier<V> supplier) {
        Call<V> mine;
        Call<V> before = null;
        boolean first = false;
        lock.lock();
        try {
            Turns<V> asked = turns.computeIfAbsent(question, _ -> new Turns<>());
            if (asked.next == null) {
                asked.next = new Call<>();
                before = asked.running;
                first = true;
            }
            mine = asked.next;
        } finally {
            lock.unlock();
        }
        if (first) {
            if (before != null) {
                before.await();
            }
            begin(question, mine);
            mine.run(supplier);
            end(question, mine);
        }
        return mine.outcome();
    }

    /** From now on nobody joins the call. */
    private void begin(K question, Call<V> call) {
        lock.lock();
        try {
            Turns<V> asked = turns.computeIfAbsent(question, _ -> new Turns<>());
            asked.running = call;
            asked.next = null;
        } finally {
            lock.unlock();
        }
    }

    private void end(K question, Call<V> call) {
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

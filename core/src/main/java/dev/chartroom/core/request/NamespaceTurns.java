package dev.chartroom.core.request;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Lets the requests for a namespace take turns, so that they do not cause conflicts for each other. Thread-safe. */
public final class NamespaceTurns {
    private static final int TURNS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ReentrantLock[] turns =
            Stream.generate(ReentrantLock::new).limit(TURNS).toArray(ReentrantLock[]::new);

    /** Creates turns that are all free. */
    public NamespaceTurns() {}

    /**
     * Runs an action in the turn of a namespace. Some namespaces share their turns.
     *
     * @throws ApiException ServiceUnavailable if no turn comes before the deadline of the request
     */
    public <T> T during(String namespace, Supplier<T> action) {
        ReentrantLock turn = turns[Math.floorMod(namespace.hashCode(), turns.length)];
        take(turn);
        try {
            return action.get();
        } finally {
            turn.unlock();
        }
    }

    private static void take(ReentrantLock turn) {
        try {
            long nanos = RequestDeadline.current().remainingUpTo(PATIENCE).toNanos();
            if (turn.tryLock() || ServerCapacity.waitingFor(() -> turn.tryLock(nanos, TimeUnit.NANOSECONDS))) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new ApiException(ApiError.unavailable("another request uses the namespace's quota, please try again"));
    }
}

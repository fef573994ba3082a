package dev.chartroom.core.request;

import dev.chartroom.apimachinery.json.JsonSize;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The processors and the memory that requests share. Virtual threads are not time-sliced. If long computations occupy
 * all carrier threads, every other request stops. So a request with large input computes only while it has a turn, and
 * there are fewer turns than carrier threads. Users share turns and memory fairly ({@link FairShares}). Thread-safe.
 */
public final class ServerCapacity {
    /**
     * The number of concurrent turns: one for each processor, and at least two, so that one user always leaves a turn
     * for other users.
     */
    public static final int TURNS = Math.max(2, Runtime.getRuntime().availableProcessors());

    /**
     * The number of carrier threads of virtual threads: one for each turn, and in addition one for each processor. Must
     * be set before the first virtual thread starts.
     */
    public static final int CARRIERS = Runtime.getRuntime().availableProcessors() + TURNS;

    /**
     * The size in bytes above which input is large. A computation on smaller input takes about ten milliseconds (ADR
     * 0023). Rules of a schema may take longer, so they require a turn whatever the size of the input.
     */
    static final int LARGE = 16 * 1024;
    /** The unit in which memory is counted, in bytes. */
    static final int UNIT = 64 * 1024;

    private static final Duration TURN_TIMEOUT = Duration.ofSeconds(30);
    private static final ScopedValue<Share> CURRENT = ScopedValue.newInstance();

    private final FairShares turns;
    private final FairShares memory;

    /**
     * @param turns the number of concurrent turns, at least 2
     * @param memory the memory for input that requests keep, in bytes
     */
    public ServerCapacity(int turns, long memory) {
        this.turns = new FairShares(turns);
        this.memory = new FairShares((int) Math.max(2, Math.min(memory / UNIT, Integer.MAX_VALUE)));
    }

    /** Serves a request, and frees its share at the end. */
    public void during(Runnable request) {
        try (Share share = new Share()) {
            ScopedValue.where(CURRENT, share).run(request);
        }
    }

    /** Returns the share of the request that this thread serves; empty if this thread serves no request. */
    public static Optional<Share> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /** An action that waits for other threads, servers or clients. */
    @FunctionalInterface
    public interface Waiting<X extends Exception> {
        void run() throws X;
    }

    /** A call that waits for other threads, servers or clients, and returns a result. */
    @FunctionalInterface
    public interface WaitingFor<T, X extends Exception> {
        T get() throws X;
    }

    /** Runs an action that waits, for example for a client. Gives up the turn as {@link #waitingFor} does. */
    public static <X extends Exception> void waiting(Waiting<X> action) throws X {
        waitingFor(() -> {
            action.run();
            return true;
        });
    }

    /**
     * Runs a call that waits, for example for a backing store, and gives up the turn meanwhile. After the call, the
     * request waits for another turn until its deadline. The request is never rejected at this point, because it may
     * have written something or sent a part of its answer.
     */
    public static <T, X extends Exception> T waitingFor(WaitingFor<T, X> call) throws X {
        return CURRENT.isBound() ? CURRENT.get().await(call) : call.get();
    }

    /** The share of one request. Only the thread that serves the request may use the share. */
    public final class Share implements AutoCloseable {
        private final List<Permit> units = new ArrayList<>();
        private final List<Permit> shared = new ArrayList<>();
        private String sharer = "";
        private long kept;
        private boolean exempt;
        private @Nullable Permit turn;

        private Share() {}

        /** Returns a share for a call on another thread. The share belongs to the same sharer. */
        public Share another() {
            Share another = new Share();
            another.countFor(sharer);
            return another;
        }

        /**
         * Runs work on this thread, and counts the work's turns and memory in this share. The thread must not already
         * serve a request.
         */
        public <T> T during(Supplier<T> work) {
            try {
                return ScopedValue.where(CURRENT, this).call(work::get);
            } finally {
                releaseTurn();
            }
        }

        /** Closes a permit at the end of the request. */
        void closeAtEnd(Permit permit) {
            shared.add(permit);
        }

        /** Returns the sharer of the request; empty before the sharer is known. */
        public String sharer() {
            return sharer;
        }

        /** Sets the sharer of the request ({@link FairShares#sharer}). */
        public void countFor(String name) {
            sharer = name;
        }

        /**
         * Exempts the request from turns. Requests for health and discovery, for example, never wait for other
         * requests.
         */
        public void exempt() {
            exempt = true;
        }

        /**
         * Counts input that the request keeps in memory until the request ends.
         *
         * @param bytes the number of bytes that were added since the last call
         * @throws ApiException TooManyRequests if the sharer has used up its share of the memory
         */
        public void keep(int bytes) {
            kept += bytes;
            while ((long) units.size() * UNIT < kept) {
                units.add(memory.take(sharer));
            }
        }

        /**
         * Reserves memory for something large that the request keeps for a while. Memory that was counted before is
         * part of the reserved memory.
         *
         * @throws ApiException TooManyRequests in the same case as for {@link #keep}
         */
        public void reserve(int bytes) {
            if (bytes > LARGE && bytes > kept) {
                keep((int) (bytes - kept));
            }
        }

        /**
         * Waits for a turn before a computation, if the input is large and the request has no turn.
         *
         * @throws ApiException TooManyRequests if no turn comes in time
         */
        public void acquireTurn(long bytes) {
            if (bytes > LARGE && turn == null && !exempt) {
                turn = turns.take(sharer, RequestDeadline.current().remainingUpTo(TURN_TIMEOUT));
            }
        }

        /** Waits for a turn before a computation on a value, if the value is large. */
        public void acquireTurn(JsonValue input) {
            acquireTurn(JsonSize.of(input, LARGE));
        }

        /**
         * Counts input that was read for the request, and waits for a turn, if the input is large.
         *
         * @throws ApiException TooManyRequests if there is no memory for the input, or if no turn comes in time
         */
        public void take(int bytes) {
            if (bytes > LARGE) {
                keep(bytes);
                acquireTurn(bytes);
            }
        }

        private <T, X extends Exception> T await(WaitingFor<T, X> call) throws X {
            boolean had = turn != null;
            releaseTurn();
            T outcome = call.get();
            if (had && turn == null) {
                reacquireTurn();
            }
            return outcome;
        }

        private void reacquireTurn() {
            try {
                turn = turns.take(sharer, RequestDeadline.current().left().orElse(TURN_TIMEOUT));
            } catch (ApiException _) {
                // The deadline has passed. The remaining work fails because of the deadline, or is short.
            }
        }

        /** Gives the turn back, because the rest of the request computes nothing. */
        public void releaseTurn() {
            if (turn != null) {
                turn.close();
                turn = null;
            }
        }

        /**
         * Gives back the turn and all memory. A long request, such as a watch, calls this because it does not keep its
         * initial input.
         */
        public void release() {
            releaseTurn();
            units.forEach(Permit::close);
            units.clear();
            kept = 0;
            shared.forEach(Permit::close);
            shared.clear();
        }

        @Override
        public void close() {
            release();
        }
    }
}

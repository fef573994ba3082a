package dev.chartroom.ports.limit;

import dev.chartroom.domain.json.JsonSize;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The processors and the memory that requests share. Virtual threads are not time-sliced: as many long computations as
 * there are carriers stop every other request. So a request with large input computes only while it has a turn, and
 * there are fewer turns than carriers. Users share turns and memory fairly ({@link FairShares}). Thread-safe.
 */
public final class ServerCapacity {
    /** Concurrent turns: one for each processor, and at least two, so that one user leaves one for the others. */
    public static final int TURNS = Math.max(2, Runtime.getRuntime().availableProcessors());

    /**
     * Carriers of virtual threads: one for each turn, and one for each processor beside them. Must be set before the
     * first virtual thread starts.
     */
    public static final int CARRIERS = Runtime.getRuntime().availableProcessors() + TURNS;

    /**
     * In bytes. Smaller input takes some ten milliseconds (ADR 0023). Rules of a schema may take longer, so they
     * require a turn whatever the size.
     */
    static final int LARGE = 16 * 1024;
    /** In bytes; memory is counted in units of this size. */
    static final int UNIT = 64 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ScopedValue<Share> CURRENT = ScopedValue.newInstance();

    private final FairShares turns;
    private final FairShares memory;

    /**
     * @param turns at least 2
     * @param memory in bytes, for input that requests keep in memory
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

    /** Returns the share of the request that this thread serves; empty if it serves none. */
    public static Optional<Share> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /** An action that waits for others. */
    @FunctionalInterface
    public interface Waiting<X extends Exception> {
        void run() throws X;
    }

    /** A call that waits for others and returns a result. */
    @FunctionalInterface
    public interface WaitingFor<T, X extends Exception> {
        T get() throws X;
    }

    /** Runs an action that waits for others, such as a client. Otherwise as {@link #waitingFor}. */
    public static <X extends Exception> void waiting(Waiting<X> action) throws X {
        waitingFor(() -> {
            action.run();
            return true;
        });
    }

    /**
     * Runs a call that waits for others, such as a backing store, and gives up the turn meanwhile. Afterwards the
     * request waits for another turn until its deadline. It is never rejected then, because it may have written
     * something or answered in part.
     */
    public static <T, X extends Exception> T waitingFor(WaitingFor<T, X> call) throws X {
        return CURRENT.isBound() ? CURRENT.get().await(call) : call.get();
    }

    /** The share of one request. Only the thread that serves the request may use it. */
    public final class Share implements AutoCloseable {
        private final List<Permit> units = new ArrayList<>();
        private final List<Permit> shared = new ArrayList<>();
        private String sharer = "";
        private long kept;
        private boolean exempt;
        private @Nullable Permit turn;

        private Share() {}

        /** Returns a share for a call on another thread that counts for the same sharer. */
        Share another() {
            Share another = new Share();
            another.countFor(sharer);
            return another;
        }

        /** Runs work on this thread, which must not serve a request already, and counts it here. */
        <T> T during(Supplier<T> work) {
            try {
                return ScopedValue.where(CURRENT, this).call(work::get);
            } finally {
                end();
            }
        }

        /** Closes a permit at the end of the request. */
        void holdUntilTheEnd(Permit permit) {
            shared.add(permit);
        }

        /** Returns the sharer for which the request counts; empty before it is known. */
        public String sharer() {
            return sharer;
        }

        /** Sets the sharer for which the request counts ({@link FairShares#sharer}). */
        public void countFor(String name) {
            sharer = name;
        }

        /** Exempts the request from turns, such as health and discovery, which never wait for others. */
        public void exempt() {
            exempt = true;
        }

        /**
         * Counts input that the request keeps until it ends.
         *
         * @param bytes since the last call
         * @throws ApiException TooManyRequests if the sharer has used up its share of the memory
         */
        public void keep(int bytes) {
            kept += bytes;
            while ((long) units.size() * UNIT < kept) {
                units.add(memory.take(sharer));
            }
        }

        /**
         * Reserves memory for something large that the request keeps for a while. Memory counted before is used for it,
         * too.
         *
         * @throws ApiException TooManyRequests as {@link #keep}
         */
        public void reserve(int bytes) {
            if (bytes > LARGE && bytes > kept) {
                keep((int) (bytes - kept));
            }
        }

        /**
         * Waits for a turn before a computation, if its input is large and the request has none.
         *
         * @throws ApiException TooManyRequests if none comes in time
         */
        public void begin(long bytes) {
            if (bytes > LARGE && turn == null && !exempt) {
                turn = turns.take(sharer, RequestDeadline.current().orLess(PATIENCE));
            }
        }

        /** Waits for a turn before a computation on a value, if the value is large. */
        public void begin(JsonValue input) {
            begin(JsonSize.of(input, LARGE));
        }

        /**
         * Counts input that was read for the request, and waits for a turn, if the input is large.
         *
         * @throws ApiException TooManyRequests if there is no memory for it, or no turn in time
         */
        public void take(int bytes) {
            if (bytes > LARGE) {
                keep(bytes);
                begin(bytes);
            }
        }

        private <T, X extends Exception> T await(WaitingFor<T, X> call) throws X {
            boolean had = turn != null;
            end();
            T outcome = call.get();
            if (had && turn == null) {
                resume();
            }
            return outcome;
        }

        private void resume() {
            try {
                turn = turns.take(sharer, RequestDeadline.current().left().orElse(PATIENCE));
            } catch (ApiException _) {
                // The deadline has passed: the remaining work fails by itself, or is short.
            }
        }

        /** Gives the turn back, because the rest of the request is no computation. */
        public void end() {
            if (turn != null) {
                turn.close();
                turn = null;
            }
        }

        /**
         * Gives everything back, because a long request, such as a watch, does not keep the input that it began with.
         */
        public void release() {
            end();
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

package dev.chartroom.adapters.http.connection;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import io.helidon.common.buffers.DataReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes that an HTTP/1.1 connection reads while a body makes no progress. Helidon keeps a chunk, and the
 * line before it, until they are complete, whatever their length. So all connections share one limit on these bytes. To
 * be used by the thread of the connection.
 */
final class InputMeter implements Supplier<byte[]> {
    private static final System.Logger LOG = System.getLogger(InputMeter.class.getName());
    private static final ScopedValue<InputMeter> CURRENT = ScopedValue.newInstance();
    /** In bytes: more than any accepted chunk of a body, and more than any head of a request. */
    private static final int LIMIT = 4 * 1024 * 1024;
    /** The maximum number of bytes that a client may send after its request, before the answer is complete. */
    private static final int MAX_SKIPPED = 64 * 1024;

    /** The number of bytes that a connection can keep without taking a unit. */
    private static final int FREE = 16 * 1024;
    /** In bytes. The bytes that a connection keeps beyond {@link #FREE} are counted in units of this size. */
    static final int UNIT = 64 * 1024;

    private final DataReader in;
    private final FairShares sharedUnits;
    private final String peer;
    private final Deque<Permit> units = new ArrayDeque<>();
    private final ChunkedInput reader = new ChunkedInput(this);
    /** A read on another thread, so that the thread of the connection can stop waiting for it. */
    private @Nullable CompletableFuture<byte[]> pendingRead;

    private int kept;

    /**
     * @param sharedUnits the units of all connections, shared among the addresses
     * @param peer see {@link PeerAddress}
     */
    InputMeter(DataReader in, FairShares sharedUnits, String peer) {
        this.in = in;
        this.sharedUnits = sharedUnits;
        this.peer = peer;
    }

    /** Returns the reader for Helidon. */
    DataReader reader() {
        return reader;
    }

    /** Thrown if the client sent more than {@link #LIMIT} bytes without progress. */
    static final class TooLongException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private TooLongException() {
            super("more than " + LIMIT + " bytes without progress");
        }
    }

    /** Returns the meter of the connection that this thread serves; empty over HTTP/2. */
    static Optional<InputMeter> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    <X extends Throwable> void during(ScopedValue.CallableOp<?, X> connection) throws X {
        try {
            var _ = ScopedValue.where(CURRENT, this).call(connection);
        } finally {
            progress();
        }
    }

    /**
     * Waits until the client has closed the connection, or has sent more than {@link #MAX_SKIPPED} bytes. From then on
     * nothing can be read any more. Another thread can call this method once the connection's own thread has stopped
     * reading.
     */
    void awaitEnd() {
        var _ = skip(MAX_SKIPPED);
    }

    /**
     * Reads and drops bytes until the {@link BodyDeadline}. From then on nothing can be read any more.
     *
     * @return true if the client sends more than {@code max}
     */
    boolean skip(int max) {
        try {
            for (int skipped = 0; skipped <= max; ) {
                skipped += next().length;
            }
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A client closed the connection or stopped sending", e);
            return false;
        }
    }

    /** Begins a request whose head has been read. */
    void beginBody(boolean chunked) {
        progress();
        if (chunked) {
            reader.beginChunks();
        }
    }

    /** Records that a part of a body was passed on. */
    void progress() {
        kept = 0;
        while (!units.isEmpty()) {
            units.pop().close();
        }
    }

    /**
     * Waits for the next bytes until the {@link BodyDeadline}.
     *
     * @throws TooLongException if too many bytes have arrived since the last progress
     * @throws ApiException TooManyRequests if other connections of the address, or all connections, keep too many bytes
     */
    @Override
    public byte[] get() {
        if (kept > LIMIT) {
            throw new TooLongException();
        }
        byte[] bytes = next();
        kept += bytes.length;
        while (kept > FREE + units.size() * UNIT) {
            units.push(sharedUnits.take(peer));
        }
        return bytes;
    }

    private byte[] next() {
        BodyDeadline deadline = BodyDeadline.current();
        if (deadline == BodyDeadline.NONE && pendingRead == null) {
            return in.readBuffer().readBytes();
        }
        CompletableFuture<byte[]> bytes = pendingRead;
        if (bytes == null) {
            bytes = CompletableFuture.supplyAsync(() -> in.readBuffer().readBytes(), Thread::startVirtualThread);
            pendingRead = bytes;
        }
        byte[] next = deadline.await(bytes);
        pendingRead = null;
        return next;
    }
}

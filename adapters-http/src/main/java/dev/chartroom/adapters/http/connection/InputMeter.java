package dev.chartroom.adapters.http.connection;

import io.helidon.common.buffers.DataReader;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Counts what an HTTP/1.1 connection reads while a body makes no progress. Helidon keeps a chunk, and the line before it,
 * until they are whole, however long they are. To be used by the thread of the connection.
 */
final class InputMeter implements Supplier<byte[]> {
    private static final ScopedValue<InputMeter> CURRENT = ScopedValue.newInstance();
    /** In bytes; more than any chunk of a body that is accepted, and than any head of a request. */
    private static final int LIMIT = 4 * 1024 * 1024;

    private final DataReader in;
    private int kept;

    InputMeter(DataReader in) {
        this.in = in;
    }

    /** Something that is longer than a request may be. */
    static final class TooLongException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private TooLongException() {
            super("more than " + LIMIT + " bytes without progress");
        }
    }

    /** The one of the connection that this thread serves; empty over HTTP/2. */
    static Optional<InputMeter> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    <X extends Throwable> void during(ScopedValue.CallableOp<?, X> connection) throws X {
        var _ = ScopedValue.where(CURRENT, this).call(connection);
    }

    /** A request begins, or a part of a body was handed on. */
    void progress() {
        kept = 0;
    }

    /**
     * The next bytes, waited for.
     *
     * @throws TooLongException if there were too many since the last progress
     */
    @Override
    public byte[] get() {
        if (kept > LIMIT) {
            throw new TooLongException();
        }
        byte[] bytes = in.readBuffer().readBytes();
        kept += bytes.length;
        return bytes;
    }
}

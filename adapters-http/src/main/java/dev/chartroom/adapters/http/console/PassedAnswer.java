package dev.chartroom.adapters.http.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An answer of the kube-apiserver on its way to a client. Thread-safe. */
final class PassedAnswer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PassedAnswer.class.getName());
    private static final int BUFFER = 8 * 1024;

    private final InputStream from;
    private final boolean isWatch;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile boolean isEnded;

    /**
     * @param isWatch whether the answer can end at any time and is whole then
     * @param limit the time after which it ends. Neither a kube-apiserver that stalls nor a slow client may keep a place for longer
     */
    PassedAnswer(InputStream from, boolean isWatch, Duration limit) {
        this.from = from;
        this.isWatch = isWatch;
        var _ = over.orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                .whenCompleteAsync(
                        (_, late) -> {
                            if (late != null) {
                                end();
                            }
                        },
                        Thread::startVirtualThread);
    }

    boolean isWatch() {
        return isWatch;
    }

    /** Copies the answer as it arrives. Throws if a part of it is missing. */
    void copyTo(OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                to.write(buffer, 0, read);
                // An event of a watch must not wait for the next one.
                to.flush();
            }
        } catch (IOException e) {
            if (!isEnded || !isWatch) {
                throw e;
            }
        }
        to.close();
    }

    /** Ends the answer. To the client of a watch, it looks like one that is over. */
    void end() {
        isEnded = true;
        try {
            from.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "An answer of the kube-apiserver did not end", e);
        }
    }

    @Override
    public void close() {
        over.complete(null);
        end();
    }
}

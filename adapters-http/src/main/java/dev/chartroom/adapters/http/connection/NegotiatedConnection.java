package dev.chartroom.adapters.http.connection;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose protocol is known only after the TLS handshake. Helidon performs the handshake with the first
 * read.
 */
final class NegotiatedConnection implements ServerConnection, InterruptableTask<Void> {
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    private final ConnectionContext context;
    private final PeerConnections counts;
    private final Predicate<ConnectionContext> isFrontProxy;
    private final Watchdog watchdog;
    private final Function<ConnectionContext, ServerConnection> choice;
    private final long begun = System.nanoTime();
    private volatile @Nullable Thread thread;
    private volatile @Nullable ServerConnection chosen;

    /**
     * @param counts the open connections, which include this one until it ends
     * @param isFrontProxy returns whether the client is the front proxy; called after the handshake
     * @param watchdog ends the handshake of a connection beyond the limits if the handshake takes too long
     * @param choice returns the connection that serves the client after the handshake
     */
    NegotiatedConnection(
            ConnectionContext context,
            PeerConnections counts,
            Predicate<ConnectionContext> isFrontProxy,
            Watchdog watchdog,
            Function<ConnectionContext, ServerConnection> choice) {
        this.context = context;
        this.counts = counts;
        this.isFrontProxy = isFrontProxy;
        this.watchdog = watchdog;
        this.choice = choice;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        thread = Thread.currentThread();
        try (PeerConnections.Count count =
                counts.open(PeerAddress.of(context.remotePeer().address()))) {
            if (count.isBeyond()) {
                handshakeWithTimeout();
            } else {
                handshake();
            }
            count.admit(isFrontProxy.test(context));
            ServerConnection connection = choice.apply(context);
            chosen = connection;
            connection.handle(limit);
        }
    }

    private void handshakeWithTimeout() {
        try (Watchdog.Guard guard = watchdog.guard()) {
            guard.begin(HANDSHAKE);
            try {
                handshake();
            } finally {
                guard.end();
            }
        }
    }

    private void handshake() {
        try {
            context.dataReader().ensureAvailable();
        } catch (DataReader.InsufficientDataAvailableException e) {
            throw new CloseConnectionException("the client sent no request", e);
        }
    }

    @Override
    public Duration idleTime() {
        ServerConnection connection = chosen;
        return connection == null ? Duration.ofNanos(System.nanoTime() - begun) : connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        ServerConnection connection = chosen;
        Thread waiting = thread;
        if (connection != null) {
            connection.close(interrupt);
        } else if (waiting != null) {
            waiting.interrupt();
        }
    }

    @Override
    public boolean canInterrupt() {
        ServerConnection connection = chosen;
        return connection == null || (connection instanceof InterruptableTask<?> task && task.canInterrupt());
    }
}

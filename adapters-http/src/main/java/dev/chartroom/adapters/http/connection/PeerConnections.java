package dev.chartroom.adapters.http.connection;

import io.helidon.webserver.CloseConnectionException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Bounds the open connections, in all and for each address of a client. Thread-safe. */
final class PeerConnections {
    private final int most;
    private final int mostOfOne;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> open = new HashMap<>();
    private int sum;

    /**
     * @param most in all
     * @param mostOfOne of one address
     */
    PeerConnections(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** A connection that counts until it is closed or forgotten. To be used by one thread. */
    final class Count implements AutoCloseable {
        private final String address;
        private boolean closed;

        private Count(String address) {
            this.address = address;
        }

        /** It counts no longer, though it stays open. */
        void forget() {
            if (!closed) {
                closed = true;
                closed(address);
            }
        }

        @Override
        public void close() {
            forget();
        }
    }

    /**
     * Counts a connection of a client.
     *
     * @throws CloseConnectionException if there are too many
     */
    Count open(SocketAddress peer) {
        String address = peer instanceof InetSocketAddress socket && socket.getAddress() != null
                ? socket.getAddress().getHostAddress()
                : "";
        lock.lock();
        try {
            int own = open.getOrDefault(address, 0);
            if (sum >= most || own >= mostOfOne) {
                throw new CloseConnectionException("too many connections, " + own + " of " + address);
            }
            open.put(address, own + 1);
            sum++;
            return new Count(address);
        } finally {
            lock.unlock();
        }
    }

    private void closed(String address) {
        lock.lock();
        try {
            open.computeIfPresent(address, (_, own) -> own == 1 ? null : own - 1);
            sum--;
        } finally {
            lock.unlock();
        }
    }
}

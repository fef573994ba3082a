package dev.chartroom.adapters.http.connection;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Limits the open connections of clients, in all and for each address. A connection beyond the limits can do its
 * handshake if there is room in a small reserve, which addresses share. Only after the handshake does the server know
 * whether the client is the front proxy, whose connections do not count. Thread-safe.
 */
final class PeerConnections {
    private static final Duration RESERVE_TIMEOUT = Duration.ofSeconds(1);

    private final int max;
    private final int maxPerAddress;
    private final FairShares reserve;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> open = new HashMap<>();
    private int sum;

    /**
     * @param max the maximum number of connections in all
     * @param maxPerAddress the maximum number of connections from one address
     * @param reserve the maximum number of handshakes for connections beyond these two limits, at least 2
     */
    PeerConnections(int max, int maxPerAddress, int reserve) {
        this.max = max;
        this.maxPerAddress = maxPerAddress;
        this.reserve = new FairShares(reserve);
    }

    /** Counts one connection until the connection is closed. To be used by one thread. */
    final class Count implements AutoCloseable {
        private final String address;
        private boolean counted;
        private @Nullable Permit reserved;

        private Count(String address) {
            this.address = address;
        }

        /** True if the connection is beyond the limits: then only the front proxy can do more than the handshake. */
        boolean isBeyond() {
            return reserved != null;
        }

        /**
         * Admits the client after its handshake.
         *
         * @throws CloseConnectionException if the client is not the front proxy and there are too many connections
         */
        void admit(boolean isFrontProxy) {
            if (isFrontProxy) {
                close();
            } else if (reserved != null) {
                close();
                counted = enter(address);
                if (!counted) {
                    throw new CloseConnectionException("too many connections; the last one came from " + address);
                }
            }
        }

        @Override
        public void close() {
            if (counted) {
                counted = false;
                leave(address);
            }
            if (reserved != null) {
                reserved.close();
                reserved = null;
            }
        }
    }

    /**
     * Counts a connection of a client.
     *
     * @param address see {@link PeerAddress}
     * @throws CloseConnectionException if there are too many connections, and the reserve is full
     */
    Count open(String address) {
        Count count = new Count(address);
        count.counted = enter(address);
        if (!count.counted) {
            try {
                count.reserved = reserve.take(address, RESERVE_TIMEOUT);
            } catch (ApiException e) {
                throw new CloseConnectionException("too many concurrent TLS handshakes", e);
            }
        }
        return count;
    }

    private boolean enter(String address) {
        lock.lock();
        try {
            int own = open.getOrDefault(address, 0);
            if (sum >= max || own >= maxPerAddress) {
                return false;
            }
            open.put(address, own + 1);
            sum++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void leave(String address) {
        lock.lock();
        try {
            open.computeIfPresent(address, (_, own) -> own == 1 ? null : own - 1);
            sum--;
        } finally {
            lock.unlock();
        }
    }
}

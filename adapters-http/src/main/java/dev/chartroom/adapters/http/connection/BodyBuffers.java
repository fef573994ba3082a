package dev.chartroom.adapters.http.connection;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.core.request.FairShares;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the memory for unread request bodies: the bytes that have arrived over all HTTP/2 connections and that no
 * request has read yet. A body is counted for the peer until the request is authenticated, and for the user from then
 * on. A sharer is such a peer or user. It can hold at most as many bytes as remain free, as in {@link FairShares}. So a
 * sharer that is alone gets half of the limit. Thread-safe.
 */
public final class BodyBuffers {
    /**
     * The sharer for all requests that come through the front proxy, until they are authenticated. This authentication
     * takes no review.
     */
    static final String FRONT_PROXY = "the front proxy";

    private final long limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Long> held = new HashMap<>();
    private long taken;

    /** @param limit in bytes */
    public BodyBuffers(long limit) {
        this.limit = limit;
    }

    /** Returns the sharer for which the requests of an address are counted, see {@link PeerAddress}. */
    static String peer(String address) {
        return "peer " + address;
    }

    /** Returns the sharer for which the requests of a user are counted. */
    static String user(UserInfo user) {
        return "user " + FairShares.sharer(user);
    }

    /**
     * Takes bytes for a sharer. Returns false, and takes nothing, if the sharer would hold more bytes than remain free.
     */
    boolean take(String sharer, int bytes) {
        if (bytes == 0) {
            return true;
        }
        lock.lock();
        try {
            if (held.getOrDefault(sharer, 0L) + bytes > limit - taken - bytes) {
                return false;
            }
            held.merge(sharer, (long) bytes, Long::sum);
            taken += bytes;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back bytes that the sharer took. */
    void giveBack(String sharer, int bytes) {
        lock.lock();
        try {
            held.computeIfPresent(sharer, (_, before) -> before == bytes ? null : before - bytes);
            taken -= bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of bytes that all sharers hold now. */
    long held() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }
}

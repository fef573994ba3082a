package dev.chartroom.adapters.http.console;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Limits how many requests are passed on at a time, in all and with one token. Thread-safe. */
final class PassagePlaces {
    /** Most of these requests are watches of events. Each takes a connection to the kube-apiserver. */
    static final int ALL = 256;

    static final int OF_TOKEN = ALL / 4;

    private final Semaphore all = new Semaphore(ALL);
    private final Map<String, Integer> taken = new ConcurrentHashMap<>();

    /** Takes a place, and returns whether there was one for this token. The place must be given back. */
    boolean enter(String token) {
        if (!all.tryAcquire()) {
            return false;
        }
        if (taken.merge(token, 1, Integer::sum) > OF_TOKEN) {
            leave(token);
            return false;
        }
        return true;
    }

    /** Gives a place back. */
    void leave(String token) {
        taken.computeIfPresent(token, (_, count) -> count == 1 ? null : count - 1);
        all.release();
    }
}

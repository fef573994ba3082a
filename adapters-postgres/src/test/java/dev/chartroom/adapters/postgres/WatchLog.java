package dev.chartroom.adapters.postgres;

import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The events that one client receives. Whenever its watch ends, the client resumes it at the last resource version that
 * it saw.
 */
final class WatchLog {
    private static final Duration TICK = Duration.ofMillis(100);

    private final List<History.Event> events = new CopyOnWriteArrayList<>();
    private volatile String position;
    private volatile String failure = "";
    private final AtomicInteger watches = new AtomicInteger();

    WatchLog(String start) {
        this.position = start;
    }

    /** Follows the watch until {@code stop} returns true. */
    void follow(ApplicationStore store, BooleanSupplier stop) {
        try {
            while (!stop.getAsBoolean() && failure.isEmpty()) {
                watches.incrementAndGet();
                try (WatchStream watch =
                        store.watch(Kinds.redis(), WatchRequest.after(WriteLoad.NAMESPACE, position))) {
                    follow(watch, stop);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e.toString();
        }
    }

    private void follow(WatchStream watch, BooleanSupplier stop) throws InterruptedException {
        while (!stop.getAsBoolean()) {
            switch (watch.next(TICK)) {
                case null -> {}
                case WatchEvent.Added<ServedApplication>(var object) -> told("ADDED", object);
                case WatchEvent.Modified<ServedApplication>(var object) -> told("MODIFIED", object);
                case WatchEvent.Deleted<ServedApplication>(var object) -> told("DELETED", object);
                case WatchEvent.Bookmark<ServedApplication> bookmark -> position = bookmark.resourceVersion();
                case WatchEvent.Failed<ServedApplication>(var error) -> {
                    failure = error.toString();
                    return;
                }
                case WatchEvent.Ended<ServedApplication> _ -> {
                    return;
                }
            }
        }
    }

    private void told(String type, ServedApplication object) {
        position = object.resourceVersion();
        events.add(new History.Event(
                Long.parseLong(position),
                type,
                object.namespacedName().name(),
                History.mark(new TextCodec().parse(object.json()))));
    }

    List<History.Event> events() {
        return List.copyOf(events);
    }

    /** Returns why the client could not resume; empty if it could. */
    String failure() {
        return failure;
    }

    int watches() {
        return watches.get();
    }
}

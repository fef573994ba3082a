package dev.chartroom.core.release;

import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads a watch on its own virtual thread, and passes on each changed object until the watch ends. */
final class ChangedNames implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final WatchStream stream;
    private final Change changed;
    private final Runnable onEnd;

    /** Receives changes of objects. */
    interface Change {
        /** @param isDeleted whether the object was deleted */
        void of(ServedApplication object, boolean isDeleted);
    }

    /** @param onEnd an action that is called once when the watch has ended */
    ChangedNames(WatchStream stream, Change changed, Runnable onEnd) {
        this.stream = stream;
        this.changed = changed;
        this.onEnd = onEnd;
        Thread.ofVirtual().name("projection watch").start(this::run);
    }

    private void run() {
        try (stream) {
            while (process(stream.next(LONG))) {
                // The call in the condition processes the event.
            }
        } catch (InterruptedException _) {
            // An interrupt is not expected; it ends the thread.
        } finally {
            onEnd.run();
        }
    }

    /** Returns false for the last event. */
    private boolean process(@Nullable WatchEvent<ServedApplication> event) {
        return switch (event) {
            case WatchEvent.Added<ServedApplication>(var object) -> report(object, false);
            case WatchEvent.Modified<ServedApplication>(var object) -> report(object, false);
            case WatchEvent.Deleted<ServedApplication>(var object) -> report(object, true);
            case WatchEvent.Bookmark<ServedApplication> _ -> true;
            case null -> true;
            case WatchEvent.Failed<ServedApplication> _ -> false;
            case WatchEvent.Ended<ServedApplication> _ -> false;
        };
    }

    private boolean report(ServedApplication object, boolean isDeleted) {
        changed.of(object, isDeleted);
        return true;
    }

    @Override
    public void close() {
        stream.close();
    }
}

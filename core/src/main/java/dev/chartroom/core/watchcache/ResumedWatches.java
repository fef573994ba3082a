package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The open watches that the store serves because they begin before the changes that the cache remembers. Their number is
 * limited: after a restart, each informer of a cluster may resume its watch, and each such watch is one at the store
 * too. Thread-safe.
 */
final class ResumedWatches {
    static final int MAX = 200;

    private final Semaphore places = new Semaphore(MAX);

    /**
     * Opens a watch of the store, which has its place until it is closed.
     *
     * @return null if all places are taken
     */
    @Nullable
    WatchStream open(Supplier<WatchStream> ofStore) {
        if (!places.tryAcquire()) {
            return null;
        }
        try {
            return new Placed(ofStore.get(), places);
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    private record Placed(WatchStream stream, Semaphore places, AtomicBoolean isClosed) implements WatchStream {
        Placed(WatchStream stream, Semaphore places) {
            this(stream, places, new AtomicBoolean());
        }

        @Override
        public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
            return stream.next(timeout);
        }

        @Override
        public @Nullable Duration lag() {
            return stream.lag();
        }

        @Override
        public void close() {
            if (isClosed.compareAndSet(false, true)) {
                places.release();
            }
            stream.close();
        }
    }
}

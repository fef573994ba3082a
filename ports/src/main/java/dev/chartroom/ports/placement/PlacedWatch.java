package dev.chartroom.ports.placement;

import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watch of a kind that may move. It ends as one whose resource version is too old then, so that the client lists again:
 * resource versions are a store's own.
 */
final class PlacedWatch implements WatchStream {
    private final WatchStream stream;
    private final GroupResource resource;
    private final Consumer<PlacedWatch> onClose;
    private volatile boolean expired;
    /** Only the reader's. */
    private boolean told;

    PlacedWatch(WatchStream stream, GroupResource resource, Consumer<PlacedWatch> onClose) {
        this.stream = stream;
        this.resource = resource;
        this.onClose = onClose;
    }

    GroupResource resource() {
        return resource;
    }

    /** Ends it, as the kind has moved. */
    void expire() {
        expired = true;
        stream.close();
    }

    @Override
    public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
        WatchEvent<ServedApplication> event = told ? new WatchEvent.Ended<>() : stream.next(timeout);
        if (expired && !told) {
            told = true;
            return new WatchEvent.Failed<>(
                    ApiError.expired("too old resource version: the objects are in another store since"));
        }
        return event;
    }

    @Override
    public @Nullable Duration lag() {
        return told ? null : stream.lag();
    }

    @Override
    public void close() {
        onClose.accept(this);
        stream.close();
    }
}

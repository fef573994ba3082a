package dev.chartroom.ports.placement;

import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watch of a kind that may move. It ends as one whose resource version is too old then, so that the client lists again:
 * resource versions are a store's own.
 */
final class PlacedWatch implements WatchStream {
    private final WatchStream stream;
    private final GroupResource resource;
    private final BooleanSupplier moved;
    private final Consumer<PlacedWatch> onClose;
    /** Only the reader's. */
    private boolean told;

    /** @param moved whether the kind has left the store of the stream */
    PlacedWatch(WatchStream stream, GroupResource resource, BooleanSupplier moved, Consumer<PlacedWatch> onClose) {
        this.stream = stream;
        this.resource = resource;
        this.moved = moved;
        this.onClose = onClose;
    }

    GroupResource resource() {
        return resource;
    }

    boolean hasMoved() {
        return moved.getAsBoolean();
    }

    /** Ends it where it is, which the reader learns. */
    void end() {
        stream.close();
    }

    @Override
    public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
        WatchEvent<ServedApplication> event = told ? new WatchEvent.Ended<>() : stream.next(timeout);
        // The cache of the old store may end it first, and in good order.
        if (event instanceof WatchEvent.Ended && !told && moved.getAsBoolean()) {
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

package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watch of a kind that can move. Each store has its own resource versions. So when the kind has moved, the watch ends
 * with an expired resource version, and the client lists again.
 */
final class PlacedWatch implements WatchStream {
    private final WatchStream stream;
    private final GroupResource resource;
    private final BooleanSupplier moved;
    private final Consumer<PlacedWatch> onClose;
    /** Whether the reader has received the error. Used only by the reader. */
    private boolean reported;

    /** @param moved returns whether the kind has left the store of the stream */
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

    /** Ends the stream; the reader then receives the end of the watch. */
    void end() {
        stream.close();
    }

    @Override
    public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
        WatchEvent<ServedApplication> event = reported ? new WatchEvent.Ended<>() : stream.next(timeout);
        // The cache of the old store may end the stream first, without an error.
        if (event instanceof WatchEvent.Ended && !reported && moved.getAsBoolean()) {
            reported = true;
            return new WatchEvent.Failed<>(
                    ApiError.expired("too old resource version: the objects have moved to another store"));
        }
        return event;
    }

    @Override
    public @Nullable Duration lag() {
        return reported ? null : stream.lag();
    }

    @Override
    public void close() {
        onClose.accept(this);
        stream.close();
    }
}

package dev.chartroom.core.store;

import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A watch that converts its objects to another version of their kind. */
record ConvertedWatch(WatchStream stored, ApplicationKind kind) implements WatchStream {

    @Override
    public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
        WatchEvent<ServedApplication> event = stored.next(timeout);
        return switch (event) {
            case null -> null;
            case WatchEvent.Added<ServedApplication>(var object) -> new WatchEvent.Added<>(object.in(kind));
            case WatchEvent.Modified<ServedApplication>(var object) -> new WatchEvent.Modified<>(object.in(kind));
            case WatchEvent.Deleted<ServedApplication>(var object) -> new WatchEvent.Deleted<>(object.in(kind));
            case WatchEvent.Bookmark<ServedApplication> bookmark -> bookmark;
            case WatchEvent.Failed<ServedApplication> failed -> failed;
            case WatchEvent.Ended<ServedApplication> ended -> ended;
        };
    }

    @Override
    public @Nullable Duration lag() {
        return stored.lag();
    }

    @Override
    public void close() {
        stored.close();
    }
}

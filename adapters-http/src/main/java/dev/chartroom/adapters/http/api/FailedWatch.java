package dev.chartroom.adapters.http.api;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A watch that could not begin. Its event is the error. */
record FailedWatch(ApiError error) implements WatchStream {

    @Override
    public WatchEvent<ServedApplication> next(Duration timeout) {
        return new WatchEvent.Failed<>(error);
    }

    @Override
    public @Nullable Duration lag() {
        return null;
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}

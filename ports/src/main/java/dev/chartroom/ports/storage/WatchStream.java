package dev.chartroom.ports.storage;

import dev.chartroom.domain.watch.WatchEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A running watch. One thread takes events; any thread may close it. */
public interface WatchStream extends AutoCloseable {

    /**
     * Waits for the next event.
     *
     * @param timeout how long at most
     * @return the event, or null where none came in that time. After Failed or Ended the stream is over and gives Ended.
     * @throws InterruptedException where the waiting thread was interrupted
     */
    @Nullable
    WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException;

    /**
     * How long the change that {@link #next} gave last was on its way: since the program learned of it, or since the watch
     * began, whichever was later. Null where it was of no change, or this is not known. For the thread that takes events.
     */
    @Nullable
    Duration lag();

    /** Ends the watch; a thread that waits in {@link #next} gets Ended. */
    @Override
    void close();
}

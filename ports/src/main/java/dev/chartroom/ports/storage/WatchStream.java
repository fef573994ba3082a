package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.watch.WatchEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A running watch. One thread takes events; any thread may close it. */
public interface WatchStream extends AutoCloseable {

    /**
     * Waits for the next event.
     *
     * @param timeout the maximum wait
     * @return the event, or null if no event came in that time. After Failed or Ended the stream is over and returns
     *     Ended.
     * @throws InterruptedException if the waiting thread is interrupted
     */
    @Nullable
    WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException;

    /**
     * Returns the delay of the last change that {@link #next} returned, measured since this process received the change
     * or since the watch began, whichever was later. Null if the last event was no change, or if the delay is not
     * known. Only the thread that takes events may call it.
     */
    @Nullable
    Duration lag();

    /** Ends the watch; a thread that waits in {@link #next} receives Ended. */
    @Override
    void close();
}

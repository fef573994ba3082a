package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.watch.WatchEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A running watch. One thread reads the events; any thread may close the stream. */
public interface WatchStream extends AutoCloseable {

    /**
     * Waits for the next event.
     *
     * @param timeout the maximum wait
     * @return the event, or null if no event arrived in that time. After Failed or Ended the stream is over and returns
     *     Ended.
     * @throws InterruptedException if the waiting thread is interrupted
     */
    @Nullable
    WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException;

    /**
     * Returns the delay of the last change that {@link #next} returned. The delay begins when this process received the
     * change, or when the watch began, whichever was later. Null if the last event was no change, or if the delay is
     * not known. Only the thread that reads the events may call this method.
     */
    @Nullable
    Duration lag();

    /** Ends the watch; a thread that waits in {@link #next} receives Ended. */
    @Override
    void close();
}

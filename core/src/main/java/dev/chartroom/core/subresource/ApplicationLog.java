package dev.chartroom.core.subresource;

import org.jspecify.annotations.Nullable;

/** The output of the containers of a release. One thread reads and closes it; any thread may cancel it. */
public interface ApplicationLog extends AutoCloseable {

    /** Waits for the next line. Returns the line with its end; null at the end of the log. */
    byte @Nullable [] next() throws InterruptedException;

    /** Returns whether {@link #next} might wait. */
    boolean isIdle();

    /** Ends the log at once, also for a thread that waits for a line. Does not block. */
    void cancel();

    @Override
    void close();
}

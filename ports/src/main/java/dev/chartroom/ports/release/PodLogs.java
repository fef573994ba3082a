package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.subresource.LogOptions;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The output of containers, read with the server's own rights. Thread-safe. */
public interface PodLogs {
    /** The most bytes of a line. A longer line is returned in parts. */
    int MAX_LINE = 16 * 1024;

    /** The result of opening a log. */
    sealed interface Result {
        /** The log. */
        record Opened(Output output) implements Result {}

        /**
         * There is no log, for example because the container has not started.
         *
         * @param message the reason
         */
        record Missing(String message) implements Result {}
    }

    /** The output of one container. One thread reads and closes it; any thread may cancel it. */
    interface Output extends AutoCloseable {

        /**
         * Waits for the next line.
         *
         * @return the line without its end, with at most {@link #MAX_LINE} bytes; null at the end of the log
         * @throws IOException if the connection broke or the log was cancelled
         */
        byte @Nullable [] next() throws IOException;

        /** Ends the log at once: a thread that waits for a line gets an IOException. */
        void cancel();

        @Override
        void close();
    }

    /**
     * Opens the log of a container.
     *
     * @param options the part of the output; its pod, container and prefix have no effect here
     * @throws dev.chartroom.apimachinery.status.ApiException InternalError if the server may not read logs;
     *     ServiceUnavailable if the cluster cannot be reached
     */
    Result open(NamespacedName pod, String container, LogOptions options);
}

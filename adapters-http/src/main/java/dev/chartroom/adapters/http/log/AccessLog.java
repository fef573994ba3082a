package dev.chartroom.adapters.http.log;

import java.util.concurrent.TimeUnit;

/** Logs every request with its answer, if the level of this log is DEBUG. */
public final class AccessLog {
    /** The name of the logger. */
    public static final String NAME = "dev.chartroom.access";

    private static final System.Logger LOG = System.getLogger(NAME);

    private AccessLog() {}

    /**
     * Logs a request that has ended.
     *
     * @param bytes the size of the answer, with headers
     */
    public static void log(CurrentRequest request, int code, long bytes) {
        if (LOG.isLoggable(System.Logger.Level.DEBUG)) {
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - request.start());
            LOG.log(
                    System.Logger.Level.DEBUG,
                    request + " " + code + " user=\"" + request.user() + "\" bytes=" + bytes + " ms=" + millis);
        }
    }
}

package dev.chartroom.bootstrap.command;

import dev.chartroom.bootstrap.transfer.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A line on standard error that shows how far a command is. Prints nothing unless standard error is a terminal, which
 * only the launcher can determine.
 */
final class ProgressBar implements Progress, AutoCloseable {
    /** The launcher sets this variable. */
    static final String VARIABLE = "CHARTROOM_PROGRESS";

    static final String TERMINAL = "terminal";

    private static final int WIDTH = 30;
    /** Short work shows no bar. */
    private static final long DELAY = Duration.ofMillis(500).toNanos();

    private static final long INTERVAL = Duration.ofMillis(100).toNanos();
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean shown;
    private final LongSupplier nanos;
    private boolean visible;
    private long next;

    /** @param nanos a clock for intervals, such as {@link System#nanoTime} */
    ProgressBar(PrintWriter err, Map<String, String> environment, LongSupplier nanos) {
        this.err = err;
        this.shown = TERMINAL.equals(environment.get(VARIABLE));
        this.nanos = nanos;
        this.next = nanos.getAsLong() + DELAY;
    }

    static ProgressBar of(PrintWriter err) {
        return new ProgressBar(err, System.getenv(), System::nanoTime);
    }

    @Override
    public void report(long done, long total) {
        long now = nanos.getAsLong();
        if (shown && now - next >= 0) {
            next = now + INTERVAL;
            err.print(CLEAR + line(done, total));
            err.flush();
            visible = true;
        }
    }

    /** Removes the line, so that the command can print something else. */
    void clear() {
        if (visible) {
            err.print(CLEAR);
            err.flush();
            visible = false;
        }
    }

    @Override
    public void close() {
        clear();
    }

    private static String line(long done, long total) {
        if (total <= 0) {
            return done + " objects";
        }
        int full = (int) (WIDTH * Math.min(done, total) / total);
        return "[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + done + "/" + total;
    }
}

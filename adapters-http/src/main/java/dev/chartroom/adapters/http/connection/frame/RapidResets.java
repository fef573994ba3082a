package dev.chartroom.adapters.http.connection.frame;

import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import java.time.Duration;

/**
 * Ends a connection whose client cancels one request after the other before they are answered. Such requests cost the
 * client nothing, but the server does all of the work for them (CVE-2023-44487). To be used by the thread that reads
 * the connection.
 */
public final class RapidResets {
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final int max;
    private long begun;
    private int count;

    /** @param max the maximum number of resets within ten seconds */
    public RapidResets(int max) {
        this.max = max;
    }

    /** @throws Http2Exception if this reset exceeds the maximum */
    public void add() {
        long now = System.nanoTime();
        if (count == 0 || now - begun > WINDOW.toNanos()) {
            begun = now;
            count = 0;
        }
        count++;
        if (count > max) {
            throw new Http2Exception(
                    Http2ErrorCode.ENHANCE_YOUR_CALM,
                    "more than " + max + " requests within " + WINDOW.toSeconds() + " s were cancelled");
        }
    }
}

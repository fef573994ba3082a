package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.metrics.RequestMetrics;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects frames for one client. Frames that are ready at the same time are sent in one write. */
final class FrameBatch {
    /** In bytes: two full TLS records. */
    private static final int FULL = 32 * 1024;

    private final OutputStream out;
    private final RequestMetrics.Deliveries deliveries;
    private final List<byte[]> frames = new ArrayList<>();
    private int size;
    private @Nullable Long oldest;

    FrameBatch(OutputStream out, RequestMetrics.Deliveries deliveries) {
        this.out = out;
        this.deliveries = deliveries;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /**
     * @param frame the frame; its array is shared and must not be modified
     * @param lag the time since the program received the change; null if the frame reports no change
     */
    void add(byte[] frame, @Nullable Duration lag) throws IOException {
        frames.add(frame);
        if (oldest == null && lag != null) {
            oldest = System.nanoTime() - lag.toNanos();
        }
        size += frame.length;
        if (size >= FULL) {
            flush();
        }
    }

    void flush() throws IOException {
        if (frames.isEmpty()) {
            return;
        }
        out.write(frames.size() == 1 ? frames.getFirst() : joined());
        out.flush();
        deliveries.sent(frames, oldest == null ? null : Duration.ofNanos(System.nanoTime() - oldest));
        oldest = null;
        frames.clear();
        size = 0;
    }

    private byte[] joined() {
        byte[] joined = new byte[size];
        int at = 0;
        for (byte[] frame : frames) {
            System.arraycopy(frame, 0, joined, at, frame.length);
            at += frame.length;
        }
        return joined;
    }
}

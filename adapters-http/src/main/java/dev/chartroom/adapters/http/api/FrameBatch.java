package dev.chartroom.adapters.http.api;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Frames on their way to one client: those that are there at the same time leave in one write. */
final class FrameBatch {
    /** Bytes: two full records of TLS. */
    private static final int FULL = 32 * 1024;

    private final OutputStream out;
    private final List<byte[]> frames = new ArrayList<>();
    private int size;

    FrameBatch(OutputStream out) {
        this.out = out;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** @param frame shared, and not changed */
    void add(byte[] frame) throws IOException {
        frames.add(frame);
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

package dev.chartroom.adapters.http.response;

import java.io.OutputStream;

/** Counts the bytes written and discards them. */
final class CountingStream extends OutputStream {
    private long count;

    long count() {
        return count;
    }

    @Override
    public void write(int b) {
        count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        count += length;
    }
}

package dev.chartroom.adapters.http.metrics;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes of a body until its end. */
final class MeasuredBody extends FilterInputStream {
    private long count;
    private boolean ended;

    MeasuredBody(InputStream body) {
        super(body);
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? value : 1);
        return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        count(length == 0 ? 0 : read);
        return read;
    }

    private void count(int read) {
        if (read < 0) {
            ended = true;
        } else {
            count += read;
        }
    }

    /** Returns whether the whole body was read. */
    boolean isRead() {
        return ended;
    }

    long size() {
        return count;
    }
}

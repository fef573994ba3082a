package dev.chartroom.charts.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that fails if it exceeds its limit. A short archive can decompress to a large amount of data. */
final class LimitedStream extends FilterInputStream {
    private long remaining;

    LimitedStream(InputStream in, long limit) {
        super(in);
        remaining = limit;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        spend(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        spend(Math.max(read, 0));
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(count);
        spend(skipped);
        return skipped;
    }

    private void spend(long count) throws TooLong {
        remaining -= count;
        if (remaining < 0) {
            throw new TooLong();
        }
    }

    /** The stream is longer than its limit. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1;
    }
}

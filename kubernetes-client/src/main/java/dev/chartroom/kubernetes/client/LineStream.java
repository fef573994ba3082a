package dev.chartroom.kubernetes.client;

import java.io.IOException;
import okhttp3.Call;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** A response that arrives line by line. One thread reads and closes it; any thread may cancel it. */
public final class LineStream implements AutoCloseable {
    private final Call call;
    private final Response response;
    private final BufferedSource source;

    LineStream(Call call, Response response) {
        this.call = call;
        this.response = response;
        this.source = response.body().source();
    }

    /**
     * Waits for the next line.
     *
     * @return the line without its end, null at the end of the stream; an unfinished last line is dropped
     * @throws IOException if the connection broke or the stream was cancelled
     */
    public byte @Nullable [] next() throws IOException {
        long end = source.indexOf((byte) '\n');
        if (end < 0) {
            return null;
        }
        byte[] line = source.readByteArray(end);
        source.skip(1);
        return line;
    }

    /**
     * Waits for the next line, of any length.
     *
     * @param max the most bytes to return; the rest of a longer line follows as if it were a line
     * @return the line without its end, null at the end of the stream; an unfinished last line is a line
     * @throws IOException if the connection broke or the stream was cancelled
     */
    public byte @Nullable [] next(int max) throws IOException {
        long end = source.indexOf((byte) '\n', 0, max + 1L);
        if (end >= 0) {
            byte[] line = source.readByteArray(end);
            source.skip(1);
            return line;
        }
        // Without the end of the line, the buffer has either enough bytes or the last ones.
        long length = Math.min(max, source.getBuffer().size());
        return length == 0 ? null : source.readByteArray(length);
    }

    /** Ends the stream at once: a thread that waits in {@link #next} gets an IOException. */
    public void cancel() {
        call.cancel();
    }

    @Override
    public void close() {
        // Without this, OkHttp would read an unfinished stream to its end.
        call.cancel();
        response.close();
    }
}

package dev.chartroom.adapters.http.response;

import dev.chartroom.core.request.ServerCapacity;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Starts an answer only when the first bytes of its body are sent. If a failure occurs before that, the server can
 * still send a different answer.
 */
final class DeferredStream extends OutputStream {
    /** In bytes. A body that is not larger than this is never compressed (wire contract E8). */
    static final int GZIP_ABOVE = 128 * 1024;

    /** In bytes: two full TLS records. A smaller body gets a smaller buffer, because many clients might not read. */
    private static final int WRITE_SIZE = 32 * 1024;

    private final Runnable onStart;
    private final ServerResponse response;
    private final boolean gzip;
    private final int bufferSize;
    private final @Nullable ByteArrayOutputStream pending;
    private @Nullable OutputStream target;

    /**
     * @param onStart sets the headers
     * @param gzip true to compress a large body
     * @param measured true if the stream must set the Content-Length of a small body
     * @param length the length of the body in bytes, or more
     */
    DeferredStream(Runnable onStart, ServerResponse response, boolean gzip, boolean measured, long length) {
        this.bufferSize = Math.clamp(length, 1, WRITE_SIZE);
        this.onStart = onStart;
        this.response = response;
        this.gzip = gzip;
        this.pending = gzip || measured ? new ByteArrayOutputStream() : null;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b});
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (target != null) {
            target.write(bytes, offset, length);
        } else if (pending == null) {
            target = uncompressed();
            target.write(bytes, offset, length);
        } else {
            pending.write(bytes, offset, length);
            if (pending.size() > GZIP_ABOVE) {
                target = gzip ? compressed() : uncompressed();
                pending.writeTo(target);
                pending.reset();
            }
        }
    }

    @Override
    public void close() throws IOException {
        ServerCapacity.current().ifPresent(ServerCapacity.Share::releaseTurn);
        if (target == null) {
            onStart.run();
            if (pending != null) {
                response.contentLength(pending.size());
            }
            target = new WaitingStream(response.outputStream());
            if (pending != null) {
                pending.writeTo(target);
            }
        }
        target.close();
    }

    /**
     * Starts the answer and returns a buffered stream for its body. Without the buffer, each write would become a
     * separate TLS record and a separate chunk or frame. A list needs two writes for each item.
     */
    private OutputStream uncompressed() {
        onStart.run();
        return new BufferedOutputStream(new WaitingStream(response.outputStream()), bufferSize);
    }

    private OutputStream compressed() throws IOException {
        ServerCapacity.current().ifPresent(share -> share.acquireTurn(Long.MAX_VALUE));
        onStart.run();
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_ENCODING, "gzip"));
        response.headers().add(HeaderValues.create(HeaderNames.VARY, "Accept-Encoding"));
        OutputStream gzip = new GZIPOutputStream(new WaitingStream(response.outputStream()), WRITE_SIZE) {
            {
                def.setLevel(Deflater.BEST_SPEED);
            }
        };
        return new BufferedOutputStream(gzip, WRITE_SIZE);
    }
}

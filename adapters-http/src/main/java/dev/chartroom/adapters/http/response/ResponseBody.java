package dev.chartroom.adapters.http.response;

import dev.chartroom.adapters.http.negotiation.Format;
import dev.chartroom.adapters.json.IndentedJson;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.core.request.ServerCapacity;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes an answer's JSON in the format that the request asks for (wire contract E3, E7, E8). */
public final class ResponseBody {
    private static final byte[] NEWLINE = {'\n'};

    private final ServerResponse response;
    private final ResponsePreferences preferences;

    public ResponseBody(ServerRequest request, ServerResponse response) {
        this.response = response;
        this.preferences = new ResponsePreferences(request);
    }

    /** A text that is written while it is built. */
    @FunctionalInterface
    public interface Source {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Answers in the format that the request asks for.
     *
     * @param json the JSON without a newline at the end; the array is shared, and neither changed nor copied
     */
    public void send(int code, byte[] json) {
        send(code, preferences.negotiate().format(), json);
    }

    /**
     * Answers with a document that has one representation only.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException NotAcceptable if the request accepts no format of the document
     */
    public void sendDocument(byte[] json) {
        send(200, preferences.ofDocument(), json);
    }

    /** Answers with the Status of a failure. */
    public void sendStatus(int code, byte[] json) {
        convertAndSend(code, preferences.ofStatus(), json);
    }

    /**
     * Answers with a document that is written while it is built, in the format that the request asks for.
     *
     * @param json the document as JSON, which ends with a newline
     * @param yaml the same document as YAML
     * @throws dev.chartroom.apimachinery.status.ApiException if the source throws one before it writes anything
     */
    public void send(Source json, Source yaml) {
        Format format = preferences.negotiate().format();
        switch (format) {
            case JSON -> send(format, json, false);
            case PRETTY_JSON -> send(format, indented(json), true);
            case YAML -> send(format, yaml, true);
        }
    }

    private static Source indented(Source source) {
        return out -> {
            IndentedJson indented = new IndentedJson(out);
            source.writeTo(indented);
            indented.flush();
        };
    }

    /** @param measured true if a small body gets a Content-Length */
    private void send(Format format, Source source, boolean measured) {
        try {
            if (format != Format.JSON) {
                // The length of the result is not known in advance.
                ServerCapacity.current().ifPresent(share -> share.acquireTurn(Long.MAX_VALUE));
            }
            if (preferences.headOnly()) {
                CountingStream counter = new CountingStream();
                source.writeTo(counter);
                sendHead(format, counter.count());
            } else {
                DeferredStream out =
                        new DeferredStream(() -> start(format), response, preferences.gzip(), measured, Long.MAX_VALUE);
                source.writeTo(out);
                // The stream is not closed after a failure: a list whose stream is closed seems complete.
                out.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Answers with a body that has only one form. The body is sent as it is, and never compressed. The caller sets all
     * headers except the length.
     *
     * @param length in bytes
     */
    public void send(long length, Source source) {
        response.contentLength(length);
        if (preferences.headOnly()) {
            // If the stream were opened, Helidon would send a body. The client would read that body as the next answer.
            response.send();
            return;
        }
        try {
            DeferredStream out = new DeferredStream(() -> {}, response, false, false, length);
            source.writeTo(out);
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(int code, Format format, byte[] json) {
        if (format != Format.JSON) {
            ServerCapacity.current().ifPresent(share -> {
                // Only a read is still rejected: a write has already taken effect, and its input was counted before.
                if (format == Format.YAML && preferences.isRead()) {
                    share.reserve(json.length);
                }
                share.acquireTurn(json.length);
            });
        }
        convertAndSend(code, format, json);
    }

    private void convertAndSend(int code, Format format, byte[] json) {
        response.status(code);
        switch (format) {
            case JSON -> send(json);
            case PRETTY_JSON -> send(format, indented(out -> out.write(json)), true);
            case YAML -> send(format, out -> YamlWriter.write(json, out), true);
        }
    }

    private void send(byte[] json) {
        long length = (long) json.length + NEWLINE.length;
        if (preferences.headOnly()) {
            sendHead(Format.JSON, length);
            return;
        }
        boolean gzip = length > DeferredStream.GZIP_ABOVE && preferences.gzip();
        ServerCapacity.current().ifPresent(ServerCapacity.Share::releaseTurn);
        if (!gzip) {
            response.contentLength(length);
        }
        try (OutputStream out = new DeferredStream(() -> start(Format.JSON), response, gzip, false, length)) {
            out.write(json);
            out.write(NEWLINE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendHead(Format format, long length) {
        start(format);
        response.contentLength(length);
        response.send();
    }

    private void start(Format format) {
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_TYPE, format.mediaType()));
    }
}

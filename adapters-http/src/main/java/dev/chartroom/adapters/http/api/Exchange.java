package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.ports.storage.ApplicationPage;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** An authorized request and the answer to it. */
record Exchange(ServerRequest request, ServerResponse response, QueryParameters query, UserInfo user) {
    private static final byte[] NEWLINE = {'\n'};

    Optional<String> header(HeaderName name) {
        return request.headers().first(name);
    }

    Optional<String> contentType() {
        return header(HeaderNames.CONTENT_TYPE);
    }

    String userAgent() {
        return header(HeaderNames.USER_AGENT).orElse("");
    }

    Representation negotiate(Negotiator.Subject subject) {
        return Negotiator.negotiate(accept(), subject);
    }

    /** The values of the Accept header. */
    List<String> accept() {
        return request.headers()
                .find(HeaderNames.ACCEPT)
                .map(header -> header.allValues(false))
                .orElse(List.of());
    }

    InputStream body() {
        return request.content().hasEntity() ? request.content().inputStream() : InputStream.nullInputStream();
    }

    void contentType(String mediaType) {
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_TYPE, mediaType));
    }

    /** True where the headers of an answer are asked for, and not its body. */
    boolean isHead() {
        return request.prologue().method().equals(Method.HEAD);
    }

    /** Answers with JSON that is encoded already; the shared bytes are not copied. */
    void sendJson(int code, byte[] json) {
        response.status(code);
        contentType(Representation.JSON);
        response.contentLength(json.length + NEWLINE.length);
        if (isHead()) {
            response.send();
            return;
        }
        try (OutputStream out = response.outputStream()) {
            out.write(json);
            out.write(NEWLINE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers with a list, written as it is put together. */
    void sendList(Renderer renderer, ApplicationPage page) {
        contentType(Representation.JSON);
        try {
            if (isHead()) {
                CountingStream counter = new CountingStream();
                renderer.list(page, counter);
                response.contentLength(counter.count());
                response.send();
                return;
            }
            OutputStream out = response.outputStream();
            renderer.list(page, out);
            // Not where that failed: a list that is closed looks whole.
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers with these bytes, which HEAD gets the length of. */
    void send(byte[] body) {
        if (isHead()) {
            // Helidon would send a body that the client takes for the next answer.
            response.contentLength(body.length);
            response.send();
        } else {
            response.send(body);
        }
    }

    void sendText(int code, String text) {
        response.status(code);
        contentType("text/plain; charset=utf-8");
        response.headers().set(HeaderValues.create("X-Content-Type-Options", "nosniff"));
        send(text.getBytes(StandardCharsets.UTF_8));
    }
}

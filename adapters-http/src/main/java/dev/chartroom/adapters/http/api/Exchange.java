package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.domain.auth.UserInfo;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
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

    /** Answers with JSON that is encoded already; the shared bytes are not copied. */
    void sendJson(int code, byte[] json) {
        response.status(code);
        contentType(Representation.JSON);
        response.contentLength(json.length + NEWLINE.length);
        try (OutputStream out = response.outputStream()) {
            out.write(json);
            out.write(NEWLINE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void sendText(int code, String text) {
        response.status(code);
        contentType("text/plain; charset=utf-8");
        response.headers().set(HeaderValues.create("X-Content-Type-Options", "nosniff"));
        response.send(text.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.RequestAudit;
import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.negotiation.Format;
import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.rendering.RenderedList;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.adapters.http.response.ResponseBody;
import dev.chartroom.adapters.http.response.Wishes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.ports.admission.AdmissionContext;
import dev.chartroom.ports.storage.ApplicationPage;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An authorized request and the answer to it.
 *
 * @param audit takes note of both
 * @param warnings of the answer, which become headers of it
 */
record Exchange(
        ServerRequest request,
        RequestBody requestBody,
        ServerResponse response,
        QueryParameters query,
        UserInfo user,
        RequestAudit audit,
        Warnings warnings) {

    Exchange(
            ServerRequest request,
            RequestBody requestBody,
            ServerResponse response,
            QueryParameters query,
            UserInfo user,
            RequestAudit audit) {
        this(request, requestBody, response, query, user, audit, new Warnings(response.headers()));
    }

    Optional<String> header(HeaderName name) {
        return request.headers().first(name);
    }

    Optional<String> contentType() {
        return header(HeaderNames.CONTENT_TYPE);
    }

    String userAgent() {
        return header(HeaderNames.USER_AGENT).orElse("");
    }

    /**
     * What admission gets to know of this request; its warnings become headers.
     *
     * @param options what the client says of how it is to be done
     */
    AdmissionContext admissionContext(JsonObject options) {
        return new AdmissionContext(user, options, new RequestNotes(warnings, audit));
    }

    /** What the Accept header asks for; {@link #sendJson} sees to its format. */
    Representation negotiate(Negotiator.Subject subject) {
        return wishes().negotiate().of(subject);
    }

    /** The same for a watch, which has no other format than JSON. */
    void negotiateStream() {
        if (wishes().negotiate().format() == Format.YAML) {
            throw Negotiator.notAcceptableAsStream();
        }
    }

    /** The Accept header, empty where there is none. */
    String accept() {
        return wishes().accept();
    }

    InputStream body() {
        return requestBody.content();
    }

    void contentType(String mediaType) {
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_TYPE, mediaType));
    }

    /** True where the headers of an answer are asked for, and not its body. */
    boolean isHead() {
        return wishes().headOnly();
    }

    /** True where a document is not wanted as it is kept: indented, or as YAML. */
    boolean isForPeople() {
        return wishes().ofDocument() != Format.JSON;
    }

    /** Answers with JSON that is encoded already, in the format that the request asks for. */
    void sendJson(int code, byte[] json) {
        audit.answered(json);
        new ResponseBody(request, response).send(code, json);
    }

    /** Answers with a document that has no other representation, in the format that the request asks for. */
    void sendDocument(byte[] json) {
        new ResponseBody(request, response).sendDocument(json);
    }

    /** Answers with a list, written as it is put together, in the format that the request asks for. */
    void sendList(Renderer renderer, ApplicationPage page) {
        RenderedList list = renderer.list(page);
        if (audit.recordsResponse()) {
            audit.answered(KeptStream.whole(list));
        }
        new ResponseBody(request, response).send(list::writeJson, list::writeYaml);
    }

    /** Answers what there is not, as a path that Kubernetes does not know. */
    void sendNotFound() {
        sendText(404, "404 page not found\n");
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

    /** Answers with as many bytes, written as they are put together, which HEAD gets the length of. */
    void send(long length, ResponseBody.Source body) {
        new ResponseBody(request, response).send(length, body);
    }

    private Wishes wishes() {
        return new Wishes(request);
    }

    void sendText(int code, String text) {
        response.status(code);
        contentType("text/plain; charset=utf-8");
        response.headers().set(HeaderValues.create("X-Content-Type-Options", "nosniff"));
        send(text.getBytes(StandardCharsets.UTF_8));
    }
}

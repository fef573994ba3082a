package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.RequestAudit;
import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.metrics.RequestMetrics;
import dev.chartroom.adapters.http.negotiation.Format;
import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.rendering.RenderedList;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.adapters.http.response.ResponseBody;
import dev.chartroom.adapters.http.response.ResponsePreferences;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
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
 * @param running measures the request
 * @param audit records the request and the answer
 * @param warnings the warnings, which become headers of the answer
 */
record Exchange(
        ServerRequest request,
        RequestBody requestBody,
        ServerResponse response,
        QueryParameters query,
        UserInfo user,
        RequestMetrics.Running running,
        RequestAudit audit,
        Warnings warnings) {

    Exchange(
            ServerRequest request,
            RequestBody requestBody,
            ServerResponse response,
            QueryParameters query,
            UserInfo user,
            RequestMetrics.Running running,
            RequestAudit audit) {
        this(request, requestBody, response, query, user, running, audit, new Warnings(response.headers()));
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
     * Returns the context in which admission handles this request. Admission's warnings become headers of the answer.
     *
     * @param options the options that the client set for the write
     */
    AdmissionContext admissionContext(JsonObject options) {
        return new AdmissionContext(user, options, new RequestNotes(warnings, audit));
    }

    /** Returns the representation that the Accept header asks for; {@link #sendJson} handles its format. */
    Representation negotiate(Negotiator.Subject subject) {
        return preferences().negotiate().of(subject);
    }

    /** Checks the Accept header of a watch, which has no YAML form. */
    void negotiateStream() {
        if (preferences().negotiate().format() == Format.YAML) {
            throw Negotiator.notAcceptableAsStream();
        }
    }

    /** Returns the Accept header, empty if there is none. */
    String accept() {
        return preferences().accept();
    }

    InputStream body() {
        return running.measured(requestBody.content());
    }

    void contentType(String mediaType) {
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_TYPE, mediaType));
    }

    /** True if the request asks for the headers of an answer and not its body. */
    boolean isHead() {
        return preferences().headOnly();
    }

    /** True if the request asks for a document in a form other than the stored one: indented, or as YAML. */
    boolean isForPeople() {
        return preferences().ofDocument() != Format.JSON;
    }

    /** Answers with JSON that is encoded already, in the format that the request asks for. */
    void sendJson(int code, byte[] json) {
        audit.responded(json);
        new ResponseBody(request, response).send(code, json);
    }

    /** Answers with JSON that the audit log must not contain, in the format that the request asks for. */
    void sendUnrecorded(int code, byte[] json) {
        new ResponseBody(request, response).send(code, json);
    }

    /** Answers with a document that has no other representation, in the format that the request asks for. */
    void sendDocument(byte[] json) {
        new ResponseBody(request, response).sendDocument(json);
    }

    /** Answers with a list, written while it is built, in the format that the request asks for. */
    void sendList(Renderer renderer, ApplicationPage page) {
        RenderedList list = renderer.list(page);
        if (audit.recordsResponse()) {
            audit.responded(CountedStream.whole(list));
        }
        new ResponseBody(request, response).send(list::writeJson, list::writeYaml);
    }

    /** Answers as Kubernetes does for a path that does not exist. */
    void sendNotFound() {
        sendText(404, "404 page not found\n");
    }

    /** Answers with these bytes; HEAD gets only their length. */
    void send(byte[] body) {
        if (isHead()) {
            // Otherwise Helidon would send a body, which the client would take for the next answer.
            response.contentLength(body.length);
            response.send();
        } else {
            response.send(body);
        }
    }

    /** Answers with this many bytes, written while they are built; HEAD gets only their length. */
    void send(long length, ResponseBody.Source body) {
        new ResponseBody(request, response).send(length, body);
    }

    private ResponsePreferences preferences() {
        return new ResponsePreferences(request);
    }

    void sendText(int code, String text) {
        response.status(code);
        contentType("text/plain; charset=utf-8");
        response.headers().set(HeaderValues.create("X-Content-Type-Options", "nosniff"));
        send(text.getBytes(StandardCharsets.UTF_8));
    }
}

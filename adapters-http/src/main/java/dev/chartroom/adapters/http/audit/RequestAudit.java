package dev.chartroom.adapters.http.audit;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.service.Patch;

/** Takes note of one request, as much of it as the policy says. To be used by one thread. */
public sealed interface RequestAudit permits RecordedRequest, UnrecordedRequest {
    /** The request is from this user: from here on there is something to record. */
    void received(RequestInfo info, Authentication.Authenticated user);

    /** It was refused before it was known whom it is from, or because he may not be whom he wants to be. */
    void refused(RequestInfo info, ApiError error);

    /** Adds an annotation to the event, such as what an admission plugin found; the first of a key holds. */
    void annotate(String key, String value);

    /** Adds one that holds a patch, where bodies are recorded. */
    void annotatePatch(String key, JsonObject annotation, JsonValue patch);

    /** Says whose objects are asked for: before that, no object is recorded, as it is not known what is secret in it. */
    void about(ApplicationKind kind);

    /** The client sent an object, or the options of a delete. */
    void requested(JsonValue body);

    /** The client sent a patch that is applied operation by operation. */
    void requestedJsonPatch(JsonValue patch);

    /** The headers of a watch are on their way. */
    void started();

    /** It is answered with the Status of a success. */
    void answered(JsonObject status);

    /** It is answered with the Status of this error. */
    void failed(ApiError error);

    /** It is answered with an object, a list or a table. */
    void answered(byte[] json);

    /** True where what it is answered is recorded. */
    boolean recordsResponse();

    /** What nobody foresaw ended it. */
    void panicked(Throwable thrown);

    /** It was answered with this code, and nothing follows. */
    void end(int code);

    /** The body, noted. */
    default JsonDocument noted(JsonDocument body) {
        requested(body.value());
        return body;
    }

    /** The patch, noted. */
    default Patch noted(Patch patch) {
        switch (patch) {
            case Patch.Merge merge -> requested(merge.changes());
            case Patch.Strategic strategic -> requested(strategic.changes());
            case Patch.Json json -> requestedJsonPatch(json.body());
        }
        return patch;
    }
}

package dev.chartroom.adapters.http.audit;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.core.write.Patch;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.json.JsonDocument;

/** Records one request in as much detail as the policy requires. To be used by one thread. */
public sealed interface RequestAudit permits RecordedRequest, UnrecordedRequest {
    /** Sets the request and its user. Recording begins here. */
    void received(RequestInfo info, Authentication.Authenticated user);

    /** Records the rejection of a request whose user is unknown, or whose user may not impersonate another user. */
    void refused(RequestInfo info, ApiError error);

    /**
     * Adds an annotation to the event, such as a finding of an admission plugin. The first annotation with a key wins.
     */
    void annotate(String key, String value);

    /** Adds an annotation with a patch, if bodies are recorded. */
    void annotatePatch(String key, JsonObject annotation, JsonValue patch);

    /**
     * Sets the kind of the objects. Without a kind, no object is recorded, because the object's secret values are
     * unknown.
     */
    void setKind(ApplicationKind kind);

    /** Records the object that the client sent, or the options of a delete. */
    void requested(JsonValue body);

    /** Records a patch that is applied operation by operation. */
    void requestedJsonPatch(JsonValue patch);

    /** Records that the headers of a watch are being sent. */
    void started();

    /** Records an answer with the Status of a success. */
    void responded(JsonObject status);

    /** Records an answer with the Status of this error. */
    void failed(ApiError error);

    /** Records an answer with an object, a list or a table. */
    void responded(byte[] json);

    /** True if the answer is recorded. */
    boolean recordsResponse();

    /** Records an unexpected failure. */
    void panicked(Throwable thrown);

    /** Records the answer's code and the end of the request. */
    void end(int code);

    /** Records the body and returns it. */
    default JsonDocument recordBody(JsonDocument body) {
        requested(body.value());
        return body;
    }

    /** Records the patch and returns it. */
    default Patch recordBody(Patch patch) {
        switch (patch) {
            case Patch.Merge merge -> requested(merge.changes());
            case Patch.Strategic strategic -> requested(strategic.changes());
            case Patch.Json json -> requestedJsonPatch(json.body());
        }
        return patch;
    }
}

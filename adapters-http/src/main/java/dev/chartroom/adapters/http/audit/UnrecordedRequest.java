package dev.chartroom.adapters.http.audit;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.auth.Authentication;

/** Records nothing. */
record UnrecordedRequest() implements RequestAudit {

    @Override
    public void received(RequestInfo info, Authentication.Authenticated user) {}

    @Override
    public void refused(RequestInfo info, ApiError error) {}

    @Override
    public void annotate(String key, String value) {}

    @Override
    public void annotatePatch(String key, JsonObject annotation, JsonValue patch) {}

    @Override
    public void setKind(ApplicationKind kind) {}

    @Override
    public void requested(JsonValue body) {}

    @Override
    public void requestedJsonPatch(JsonValue patch) {}

    @Override
    public void started() {}

    @Override
    public void responded(JsonObject status) {}

    @Override
    public void failed(ApiError error) {}

    @Override
    public void responded(byte[] json) {}

    @Override
    public boolean recordsResponse() {
        return false;
    }

    @Override
    public void panicked(Throwable thrown) {}

    @Override
    public void end(int code) {}
}

package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.RequestAudit;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.ports.admission.AdmissionNotes;

/** What admission has to say of a request: to the client in headers, and to whoever reads the audit log. */
record RequestNotes(Warnings warnings, RequestAudit audit) implements AdmissionNotes {
    @Override
    public void warn(String warning) {
        warnings.add(warning);
    }

    @Override
    public void annotate(String key, String value) {
        audit.annotate(key, value);
    }

    @Override
    public void annotatePatch(String key, JsonObject annotation, JsonValue patch) {
        audit.annotatePatch(key, annotation, patch);
    }
}

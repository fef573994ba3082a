package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.RequestAudit;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.admission.AdmissionNotes;

/** Sends admission's warnings to the client as headers, and admission's annotations to the audit log. */
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

package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.json.JsonObject;

/** Admission that checks only the namespace. */
public final class NamespacedAdmission implements Admission {
    private final NamespaceLifecycle lifecycle;

    public NamespacedAdmission(NamespaceDirectory namespaces) {
        this.lifecycle = new NamespaceLifecycle(namespaces);
    }

    @Override
    public JsonObject mutate(AdmissionAttributes attributes, AdmissionNotes notes) {
        lifecycle.check(attributes);
        return attributes.objectOrEmpty();
    }
}

package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.NamespaceDirectory;

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

package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;

/** Admission where nobody has a say but the namespace. */
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

    @Override
    public void validate(AdmissionAttributes attributes, AdmissionNotes notes) {}

    @Override
    public boolean concernsDeletionOf(ApplicationKind kind) {
        return false;
    }

    @Override
    public void admitDeletion(AdmissionAttributes attributes, AdmissionNotes notes) {}
}

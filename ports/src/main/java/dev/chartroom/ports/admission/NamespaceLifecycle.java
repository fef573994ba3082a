package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.status.StatusCause;

/** Nothing is created in a namespace that is not there, or is going (wire contract H2). */
record NamespaceLifecycle(NamespaceDirectory namespaces) {

    void check(AdmissionAttributes attributes) {
        if (attributes.operation() != Operation.CREATE) {
            return;
        }
        String name = attributes.namespace();
        JsonObject namespace = namespaces.get(name);
        if (namespace.objectOrEmpty("status").stringOrEmpty("phase").equals("Terminating")) {
            throw attributes.forbidden(
                    "unable to create new content in namespace " + name + " because it is being terminated",
                    new StatusCause(
                            "NamespaceTerminating",
                            "namespace " + name + " is being terminated",
                            "metadata.namespace"));
        }
    }
}

package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusCause;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.NamespaceDirectory;
import java.util.List;

/** Rejects creations in a namespace that does not exist or is being deleted (wire contract H2). */
public record NamespaceLifecycle(NamespaceDirectory namespaces) {

    void check(AdmissionAttributes attributes) {
        if (attributes.operation() == Operation.CREATE && attributes.kind().scope() == Scope.NAMESPACED) {
            check(attributes.kind(), new NamespacedName(attributes.namespace(), attributes.knownName()));
        }
    }

    /**
     * Checks that an object can be created now.
     *
     * @throws ApiException NotFound if there is no such namespace, Forbidden if the namespace is being deleted
     */
    public void check(ApplicationKind kind, NamespacedName object) {
        String name = object.namespace();
        JsonObject namespace = namespaces.get(name);
        if (namespace.objectOrEmpty("status").stringOrEmpty("phase").equals("Terminating")) {
            throw new ApiException(new ApiError.Refused(
                    StatusReason.FORBIDDEN,
                    kind.groupResource(),
                    object.name(),
                    kind.groupResource() + " \"" + object.name() + "\" is forbidden: unable to create new content in"
                            + " namespace " + name + " because it is being terminated",
                    List.of(new StatusCause(
                            "NamespaceTerminating",
                            "namespace " + name + " is being terminated",
                            "metadata.namespace")),
                    0));
        }
    }
}

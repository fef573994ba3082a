package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.write.ObjectDecoder.Decoded;
import dev.chartroom.domain.application.NamespaceObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.storage.StoredApplication;
import org.jspecify.annotations.Nullable;

/**
 * Sets the server-owned parts of a namespace before fields get their owners. As in a kube-apiserver, the client owns
 * the label that contains the namespace's name, but owns no field of the spec.
 */
final class NamespaceDefaults {
    private NamespaceDefaults() {}

    /**
     * Returns the namespace with the server-owned parts. An object of any other kind stays the same.
     *
     * @param current the stored object; null if the object is to be created
     */
    static Decoded of(ApplicationKind kind, Decoded submitted, @Nullable StoredApplication current) {
        if (!NamespaceKind.is(kind)) {
            return submitted;
        }
        JsonObject spec = current == null ? null : current.application().spec();
        JsonObject without = submitted.json().without("spec");
        return submitted
                .withJson(spec == null ? without : without.with("spec", spec))
                .withChosen(spec)
                .withMetadata(NamespaceObject.labelled(submitted.metadata()));
    }
}

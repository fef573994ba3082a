package dev.chartroom.ports.service;

import dev.chartroom.domain.application.NamespaceObject;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.service.ObjectDecoder.Decoded;
import dev.chartroom.ports.storage.StoredApplication;
import org.jspecify.annotations.Nullable;

/**
 * What of a namespace is the server's, put into what a client sent before anybody owns its fields: as upstream, the client
 * owns the label with the name, and nothing of the spec.
 */
final class NamespaceDefaults {
    private NamespaceDefaults() {}

    /**
     * The object with them; the very same of any other kind.
     *
     * @param current null where the object is to be created
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

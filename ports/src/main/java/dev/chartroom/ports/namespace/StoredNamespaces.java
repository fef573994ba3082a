package dev.chartroom.ports.namespace;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.admission.NamespaceDirectory;
import dev.chartroom.ports.storage.ApplicationStore;

/** The namespaces that a store has. Who has created one can use it at once, as the store tells the latest. */
public record StoredNamespaces(ApplicationStore store) implements NamespaceDirectory {

    @Override
    public JsonObject get(String name) {
        return store.current(NamespaceKind.KIND, NamespaceKind.key(name))
                .shown()
                .toJson();
    }
}

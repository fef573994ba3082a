package dev.chartroom.core.namespace;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.admission.NamespaceDirectory;
import dev.chartroom.ports.storage.ApplicationStore;

/**
 * The namespaces in a store. A client can use a namespace as soon as it has created it, because the store returns the
 * latest state.
 */
public record StoredNamespaces(ApplicationStore store) implements NamespaceDirectory {

    @Override
    public JsonObject get(String name) {
        return store.current(NamespaceKind.KIND, NamespaceKind.key(name))
                .shown()
                .toJson();
    }
}

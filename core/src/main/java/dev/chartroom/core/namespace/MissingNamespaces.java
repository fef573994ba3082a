package dev.chartroom.core.namespace;

import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.NamespaceObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Creates the default namespace, and each missing namespace that contains objects. A namespace with objects can be
 * missing for two reasons: the database was created before Chartroom had namespaces, or the kind of the objects was not
 * served while the namespace was deleted.
 */
record MissingNamespaces(ApplicationStore store) {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "chartroom");

    /**
     * @throws ApiException if the objects of a kind cannot be read; missing namespaces with objects of other kinds are
     *     created nevertheless
     */
    void create(List<ApplicationKind> kinds) {
        PagedObjects objects = new PagedObjects(store);
        Set<String> existing = new TreeSet<>();
        objects.forEach(NamespaceKind.KIND, "", namespace -> existing.add(namespace.name()));
        Set<String> wanted = new TreeSet<>(Set.of(NamespacedApplicationStore.DEFAULT));
        List<ApiException> failures = new ArrayList<>();
        for (ApplicationKind kind : kinds) {
            if (kind.scope() == Scope.NAMESPACED) {
                try {
                    objects.forEach(kind, "", object -> wanted.add(object.namespace()));
                } catch (ApiException e) {
                    failures.add(e);
                }
            }
        }
        wanted.stream().filter(name -> !existing.contains(name)).forEach(this::create);
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    private void create(String name) {
        try {
            store.create(NamespaceKind.KIND, NamespaceObject.named(name), OPTIONS);
        } catch (ApiException e) {
            // A client may have created the namespace meanwhile.
            if (!(e.error() instanceof ApiError.AlreadyExists)) {
                throw e;
            }
        }
    }
}

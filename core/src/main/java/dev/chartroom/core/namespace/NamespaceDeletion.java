package dev.chartroom.core.namespace;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.application.NamespaceObject;
import dev.chartroom.domain.application.NamespaceRemains;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One step of the deletion of a namespace. The step can run at any time, and repeatedly. */
record NamespaceDeletion(ApplicationStore store, Clock clock) {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "chartroom");
    private static final DeleteRequest BACKGROUND = new DeleteRequest("", "", "Background", false);

    /**
     * Deletes the objects in a terminating namespace, in which no objects are created any more. If no object is left,
     * finalizes the namespace.
     *
     * @param kinds returns all served kinds
     * @return false if there is no such namespace, or the namespace is not being deleted
     * @throws ApiException if an object could not be deleted; the other objects are deleted nevertheless
     */
    boolean step(String name, Supplier<List<ApplicationKind>> kinds) {
        Optional<StoredApplication> namespace = store.find(NamespaceKind.KIND, NamespaceKind.key(name));
        if (namespace.isEmpty() || !namespace.get().metadata().isTerminating()) {
            return false;
        }
        Emptying emptying;
        List<ApplicationKind> served;
        do {
            emptying = new Emptying(store);
            served = kinds.get();
            emptying.empty(name, served);
            // A kind that was added meanwhile may have objects in the namespace.
        } while (!served.equals(kinds.get()));
        updateNamespace(namespace.get(), emptying);
        return true;
    }

    /**
     * Updates the namespace, based on its state before it was emptied. So the update fails with a Conflict if the name
     * now belongs to another namespace, even if that namespace is being deleted too.
     */
    private void updateNamespace(StoredApplication namespace, Emptying emptying) {
        Application live = namespace.application();
        if (!emptying.remains.isEmpty()) {
            store.update(NamespaceKind.KIND, namespace, emptying.remains.toldIn(live, clock.instant()), OPTIONS);
        }
        if (emptying.failure != null) {
            throw emptying.failure;
        }
        if (emptying.remains.isEmpty()) {
            store.update(NamespaceKind.KIND, namespace, NamespaceObject.emptied(live), OPTIONS);
        }
    }

    /** One pass over all objects in the namespace. */
    private static final class Emptying {
        private final ApplicationStore store;
        private final NamespaceRemains remains = new NamespaceRemains();
        /** The first failed deletion. */
        private @Nullable ApiException failure;

        Emptying(ApplicationStore store) {
            this.store = store;
        }

        void empty(String name, List<ApplicationKind> kinds) {
            PagedObjects objects = new PagedObjects(store);
            kinds.stream()
                    .filter(kind -> kind.scope() == Scope.NAMESPACED)
                    .forEach(kind -> objects.forEach(kind, name, object -> delete(kind, object)));
        }

        private void delete(ApplicationKind kind, NamespacedName object) {
            try {
                switch (store.delete(kind, object, BACKGROUND)) {
                    case DeleteOutcome.Deleted _ -> {}
                    case DeleteOutcome.Terminating(StoredApplication terminating) ->
                        remains.add(kind.groupResource(), terminating.metadata());
                }
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.NotFound)) {
                    remains.addFailure(
                            kind.groupResource(), Status.of(e.error()).message());
                    failure = failure == null ? e : failure;
                }
            }
        }
    }
}

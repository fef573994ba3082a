package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.UnknownRemoval;
import dev.chartroom.domain.conversion.UnknownValues;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.List;

/**
 * Decides which unknown values a write removes. The store keeps unknown values that no write removes, because Helm may
 * still use them.
 *
 * @param given the spec with the nulls that the client sent; empty if nulls have no meaning in the request
 */
record UnknownEdit(UnknownRemoval removal, JsonObject given) {

    /**
     * A write that may remove unknown values.
     *
     * @param basis the state that the store updates
     * @param next the new state
     * @param removed the paths of the removed values
     */
    record Write(StoredApplication basis, Application next, List<String> removed) {}

    /**
     * An update removes the values that only Chartroom wrote, as the decoder of a CustomResourceDefinition does. A null
     * also removes a value of another manager.
     */
    static UnknownEdit ofUpdate(
            ApplicationKind kind, StoredApplication current, JsonObject body, WriteRequest request) {
        UnknownRemoval removal = removal(kind, current, request);
        removal.removeOwn();
        return new UnknownEdit(removal, body.objectOrEmpty("spec"));
    }

    /** A merge patch removes the values for which it has a null. The operations of a JSON patch remove theirs later. */
    static UnknownEdit ofPatch(
            ApplicationKind kind, StoredApplication current, ObjectEdit patch, WriteRequest request) {
        return new UnknownEdit(removal(kind, current, request), patch.mergedSpec());
    }

    /** An apply removes the values that the manager applied before. */
    static UnknownEdit ofApply(ApplicationKind kind, StoredApplication current, WriteRequest request) {
        UnknownRemoval removal = removal(kind, current, request);
        removal.removeApplied(
                current.metadata().managedFields(), request.options().fieldManager());
        return new UnknownEdit(removal, JsonObject.EMPTY);
    }

    /** @param next the state to store, without defaults */
    Write write(StoredApplication current, Application next) {
        removal.removeNulls(given, next.spec());
        List<String> removed = removal.paths();
        return new Write(removed.isEmpty() ? current : current.without(removal), next, removed);
    }

    private static UnknownRemoval removal(ApplicationKind kind, StoredApplication current, WriteRequest request) {
        return (request.isForStatus() ? UnknownValues.NONE : current.unknownValues()).removal(kind);
    }
}

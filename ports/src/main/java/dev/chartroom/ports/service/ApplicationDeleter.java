package dev.chartroom.ports.service;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Deletes Applications. Thread-safe. */
public final class ApplicationDeleter {
    private static final long PAGE = 500;

    private final ApplicationStore store;

    public ApplicationDeleter(ApplicationStore store) {
        this.store = store;
    }

    /** Deletes an object (wire contract D65 to D69). */
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return store.delete(kind, name, request);
    }

    /**
     * Deletes every object that a list would give (wire contract D71), one by one; what is gone meanwhile is left out.
     * A selection with a limit or a continue token means one page, as it does for a list.
     */
    public List<StoredApplication> deleteCollection(
            ApplicationKind kind, ListRequest selection, DeleteRequest request) {
        boolean onePage = selection.limit() > 0 || !selection.continueToken().isEmpty();
        ListRequest next = onePage ? selection : inPages(selection);
        List<StoredApplication> deleted = new ArrayList<>();
        while (true) {
            ApplicationPage page = store.list(kind, next);
            page.items().forEach(item -> delete(kind, item, request).ifPresent(deleted::add));
            if (onePage || page.continueToken().isEmpty()) {
                return deleted;
            }
            next = next.withContinue(page.continueToken());
        }
    }

    private Optional<StoredApplication> delete(ApplicationKind kind, StoredApplication item, DeleteRequest request) {
        try {
            return Optional.of(store.delete(kind, item.metadata().namespacedName(), request)
                    .application());
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.NotFound) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static ListRequest inPages(ListRequest selection) {
        return new ListRequest(
                selection.namespace(),
                selection.labelSelector(),
                selection.fieldSelector(),
                PAGE,
                "",
                selection.resourceVersion(),
                selection.resourceVersionMatch());
    }
}

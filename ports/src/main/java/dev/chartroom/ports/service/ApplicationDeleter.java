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
import dev.chartroom.ports.storage.ServedApplication;
import java.util.ArrayList;
import java.util.List;

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
     * Deletes every object that a list would give (wire contract D71), one by one; that one is gone meanwhile is no
     * error. A selection with a limit or a continue token means one page, as it does for a list.
     *
     * @return what was listed, as it was then
     */
    public ApplicationPage deleteCollection(ApplicationKind kind, ListRequest selection, DeleteRequest request) {
        boolean onePage = selection.limit() > 0 || !selection.continueToken().isEmpty();
        ApplicationPage first = store.list(kind, onePage ? selection : inPages(selection));
        delete(kind, first, request);
        if (onePage || first.continueToken().isEmpty()) {
            return first;
        }
        List<ServedApplication> items = new ArrayList<>(first.items());
        ApplicationPage page = first;
        while (!page.continueToken().isEmpty()) {
            page = store.list(kind, inPages(selection).withContinue(page.continueToken()));
            delete(kind, page, request);
            items.addAll(page.items());
        }
        return new ApplicationPage(first.resourceVersion(), items, "", null);
    }

    private void delete(ApplicationKind kind, ApplicationPage page, DeleteRequest request) {
        for (ServedApplication item : page.items()) {
            try {
                store.delete(kind, item.namespacedName(), request);
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.NotFound)) {
                    throw e;
                }
            }
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

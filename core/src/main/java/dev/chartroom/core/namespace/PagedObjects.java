package dev.chartroom.core.namespace;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.function.Consumer;

/** All objects of a kind, read page by page, because there may be too many objects for memory. */
public record PagedObjects(ApplicationStore store) {
    private static final long PAGE = 500;

    /** @param namespace empty for all */
    public void forEach(ApplicationKind kind, String namespace, Consumer<NamespacedName> action) {
        ListRequest all = ListRequest.all(namespace).withLimit(PAGE);
        ApplicationPage page = store.list(kind, all);
        while (true) {
            page.items().stream().map(ServedApplication::namespacedName).forEach(action);
            if (page.continueToken().isEmpty()) {
                return;
            }
            page = store.list(kind, all.withContinue(page.continueToken()));
        }
    }
}

package dev.chartroom.adapters.memory;

import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a page out of a list, as the kube-apiserver's watch cache does (wire contract D35). */
final class Page {
    private Page() {}

    /**
     * The page that a request asks for.
     *
     * @param objects all of the resource, in order, at the version
     * @param token where the page starts, null for the first
     */
    static ApplicationPage of(
            Collection<ServedApplication> objects, ListRequest request, @Nullable ContinueToken token, long version) {
        List<ServedApplication> rest = objects.stream()
                .filter(stored -> isIn(request.namespace(), stored))
                .filter(stored -> token == null || token.isBefore(stored.namespacedName()))
                .toList();
        Selection selection = request.selection();
        // A list of any state is given whole.
        long limit = request.resourceVersion().equals("0") ? 0 : request.limit();
        List<ServedApplication> items = new ArrayList<>();
        for (int i = 0; i < rest.size(); i++) {
            if (selection.test(rest.get(i))) {
                items.add(rest.get(i));
            }
            if (limit > 0 && items.size() >= limit && i < rest.size() - 1) {
                return new ApplicationPage(
                        Long.toString(version),
                        items,
                        ContinueToken.after(items.getLast().namespacedName(), version)
                                .text(),
                        isEverything(request) ? Long.valueOf(rest.size() - limit) : null);
            }
        }
        return new ApplicationPage(Long.toString(version), items, "", null);
    }

    private static boolean isIn(String namespace, ServedApplication stored) {
        return namespace.isEmpty() || stored.namespacedName().namespace().equals(namespace);
    }

    private static boolean isEverything(ListRequest request) {
        return request.labelSelector().requirements().isEmpty()
                && request.fieldSelector().requirements().isEmpty();
    }
}

package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.ResourceVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list, or a page of a list, ordered by namespace and name.
 *
 * @param resourceVersion the version of the listed state, as clients see it; never empty. A watch can start from this
 *     version.
 * @param continueToken the token of the next page, empty on the last page
 * @param remainingItemCount the number of objects that follow, null if the number is not known
 */
public record ApplicationPage(
        String resourceVersion,
        List<ServedApplication> items,
        String continueToken,
        @Nullable Long remainingItemCount) {
    public ApplicationPage {
        items = List.copyOf(items);
    }

    /**
     * Returns the version of the listed state.
     *
     * @throws IllegalArgumentException if the store returned a text that is no version
     */
    public ResourceVersion version() {
        return ResourceVersion.of(resourceVersion);
    }

    /**
     * Returns the page for a request. The page is cut from a list in the same way as in the kube-apiserver's watch
     * cache (wire contract D35).
     *
     * @param objects all objects of the resource in their state at {@code version}, in order
     * @param token the start of the page, null for the first page
     */
    public static ApplicationPage cut(
            Collection<ServedApplication> objects,
            ListRequest request,
            @Nullable ContinueToken token,
            ResourceVersion version) {
        List<ServedApplication> rest = objects.stream()
                .filter(stored -> isIn(request.namespace(), stored))
                .filter(stored -> token == null || token.isBefore(stored.namespacedName()))
                .toList();
        Selection selection = request.selection();
        // A list with resourceVersion=0 ignores the limit.
        long limit = request.resourceVersion().equals("0") ? 0 : request.limit();
        List<ServedApplication> items = new ArrayList<>();
        for (int i = 0; i < rest.size(); i++) {
            if (selection.test(rest.get(i))) {
                items.add(rest.get(i));
            }
            if (limit > 0 && items.size() >= limit && i < rest.size() - 1) {
                return new ApplicationPage(
                        version.toString(),
                        items,
                        ContinueToken.after(items.getLast().namespacedName(), version)
                                .text(),
                        request.hasNoSelector() ? Long.valueOf(rest.size() - limit) : null);
            }
        }
        return new ApplicationPage(version.toString(), items, "", null);
    }

    private static boolean isIn(String namespace, ServedApplication stored) {
        return namespace.isEmpty() || stored.namespacedName().namespace().equals(namespace);
    }
}

package dev.chartroom.ports.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list, or a page of one, ordered by namespace and name.
 *
 * @param resourceVersion the state that was listed, from which a watch can start; never empty
 * @param continueToken where the next page starts, empty at the end
 * @param remainingItemCount how many objects follow, null where that is not known
 */
public record ApplicationPage(
        String resourceVersion,
        List<ServedApplication> items,
        String continueToken,
        @Nullable Long remainingItemCount) {
    public ApplicationPage {
        items = List.copyOf(items);
    }
}

package dev.chartroom.ports.storage;

import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;

/**
 * Which objects to list (wire contract D34 to D38).
 *
 * @param namespace empty for all namespaces
 * @param limit how many objects at most, 0 for all; a store may return more
 * @param continueToken what an earlier page gave, empty for the first page
 * @param resourceVersion as the client gave it: empty, {@code 0} or a number
 * @param resourceVersionMatch empty, {@code Exact} or {@code NotOlderThan}; the caller has checked the combination
 */
public record ListRequest(
        String namespace,
        LabelSelector labelSelector,
        FieldSelector fieldSelector,
        long limit,
        String continueToken,
        String resourceVersion,
        String resourceVersionMatch) {

    /** Everything in a namespace (empty for all), as it is now. */
    public static ListRequest all(String namespace) {
        return new ListRequest(namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", "", "");
    }

    /** Whether no selector leaves anything out: only then a page says how many objects follow (wire contract D35). */
    public boolean hasNoSelector() {
        return labelSelector.requirements().isEmpty()
                && fieldSelector.requirements().isEmpty();
    }

    /** Which objects are asked for. */
    public Selection selection() {
        return new Selection(namespace, labelSelector, fieldSelector);
    }

    /** True where one state is asked for, and no later one: without a match, a limit does that (wire contract D36). */
    public boolean isExact() {
        return switch (resourceVersionMatch) {
            case "Exact" -> true;
            case "NotOlderThan" -> false;
            default -> limit > 0 && !resourceVersion.isEmpty() && !resourceVersion.equals("0");
        };
    }

    /** The same list in pages of some size. */
    public ListRequest withLimit(long other) {
        return new ListRequest(
                namespace, labelSelector, fieldSelector, other, continueToken, resourceVersion, resourceVersionMatch);
    }

    /** The page that starts where another one ended; its state is that page's, so it names no resource version. */
    public ListRequest withContinue(String token) {
        return new ListRequest(namespace, labelSelector, fieldSelector, limit, token, "", "");
    }
}

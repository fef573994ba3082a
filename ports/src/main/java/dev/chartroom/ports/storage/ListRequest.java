package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;

/**
 * The parameters of a list (wire contract D34 to D38).
 *
 * @param namespace empty for all namespaces
 * @param limit the maximum number of objects, 0 for all; a store may return more objects
 * @param continueToken the token of an earlier page, empty for the first page
 * @param resourceVersion the resource version as the client sent it: empty, {@code 0} or a number
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

    /** Returns a request for the current state of all objects in a namespace, or in all if the namespace is empty. */
    public static ListRequest all(String namespace) {
        return new ListRequest(namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", "", "");
    }

    /**
     * Returns whether the request has no selector. Only then does a page contain the number of remaining objects (wire
     * contract D35).
     */
    public boolean hasNoSelector() {
        return labelSelector.requirements().isEmpty()
                && fieldSelector.requirements().isEmpty();
    }

    /** Returns the namespace and selectors. */
    public Selection selection() {
        return new Selection(namespace, labelSelector, fieldSelector);
    }

    /**
     * Returns whether the client requests exactly the state of {@code resourceVersion}, and no later state. If the
     * request has no {@code resourceVersionMatch}, a limit implies an exact state (wire contract D36).
     */
    public boolean isExact() {
        return switch (resourceVersionMatch) {
            case "Exact" -> true;
            case "NotOlderThan" -> false;
            default -> limit > 0 && !resourceVersion.isEmpty() && !resourceVersion.equals("0");
        };
    }

    /** Returns the same request with another page size. */
    public ListRequest withLimit(long other) {
        return new ListRequest(
                namespace, labelSelector, fieldSelector, other, continueToken, resourceVersion, resourceVersionMatch);
    }

    /**
     * Returns the request for the page to which a continue token points. The token determines the state, so the request
     * has no resource version.
     */
    public ListRequest withContinue(String token) {
        return new ListRequest(namespace, labelSelector, fieldSelector, limit, token, "", "");
    }
}

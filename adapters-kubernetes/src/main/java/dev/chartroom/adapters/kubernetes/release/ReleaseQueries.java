package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Converts requests for Applications to query parameters of requests for releases. */
final class ReleaseQueries {
    /** The selector is part of the URL, whose length is limited. */
    private static final int MOST_NAMED = 20;

    private ReleaseQueries() {}

    /**
     * Sets Chartroom as the field manager of each write, whichever client sends it. This distinguishes Chartroom's
     * changes to a release from changes by others.
     */
    static Query write(WriteOptions options) {
        return new Query()
                .with("fieldManager", ReleaseConverter.FIELD_MANAGER)
                .with("dryRun", options.dryRun() ? "All" : "");
    }

    static Query list(ApplicationKind kind, ListRequest request) {
        return selected(kind, request.labelSelector(), request.fieldSelector())
                .with("limit", request.limit() == 0 ? "" : Long.toString(request.limit()))
                .with("continue", request.continueToken())
                .with("resourceVersion", request.resourceVersion())
                .with("resourceVersionMatch", request.resourceVersionMatch());
    }

    /** Selects the releases of those Applications of a kind that match the selectors. */
    static Query selected(ApplicationKind kind, LabelSelector labels, FieldSelector fields) {
        return new Query()
                .with("labelSelector", ReleaseLabels.ofKind(kind, labels).toString())
                .with("fieldSelector", fields(kind, fields));
    }

    /** Selects a page of all releases of some kinds. The page has the size of kubectl's pages. */
    static Query page(List<ApplicationKind> kinds, String continueToken) {
        LabelSelector selector = kinds.size() > MOST_NAMED
                ? ReleaseLabels.ofGroup(kinds.getFirst().group())
                : ReleaseLabels.ofKinds(kinds);
        return page(continueToken).with("labelSelector", selector.toString());
    }

    /** Selects a page of all releases. */
    static Query page(String continueToken) {
        return new Query().with("limit", "500").with("continue", continueToken);
    }

    /**
     * Selects all changes of the releases of a group.
     *
     * @param resourceVersion the start of the watch, empty for none
     */
    static Query follow(String group, String resourceVersion) {
        return new Query()
                .with("watch", "true")
                .with("labelSelector", ReleaseLabels.ofGroup(group).toString())
                .with("resourceVersion", resourceVersion)
                .with("allowWatchBookmarks", "true");
    }

    /** Selects all releases of a group, and then all changes. */
    static Query watchList(String group) {
        return follow(group, "").with("sendInitialEvents", "true").with("resourceVersionMatch", "NotOlderThan");
    }

    static Query watch(ApplicationKind kind, WatchRequest request) {
        boolean initialEvents = request.initialEvents() == WatchRequest.InitialEvents.SEND;
        Query query = selected(kind, request.labelSelector(), request.fieldSelector())
                .with("watch", "true")
                .with("resourceVersion", request.resourceVersion())
                // The kube-apiserver sends a bookmark shortly before the end of a watch, so it must know the timeout.
                .with("timeoutSeconds", seconds(request.timeout()))
                .with("allowWatchBookmarks", request.bookmarks() ? "true" : "");
        return switch (request.initialEvents()) {
            case UNSET -> query;
            case SEND, SKIP ->
                query.with("sendInitialEvents", Boolean.toString(initialEvents))
                        .with("resourceVersionMatch", "NotOlderThan");
        };
    }

    private static String seconds(Duration timeout) {
        return timeout.isZero() ? "" : Long.toString(Math.max(1, timeout.toSeconds()));
    }

    private static String fields(ApplicationKind kind, FieldSelector selector) {
        return selector.requirements().stream()
                .map(requirement -> requirement.field().path()
                        + (requirement.equal() ? "=" : "!=")
                        + switch (requirement.field()) {
                            case NAME -> escape(kind.release().releaseName(requirement.value()));
                            case NAMESPACE -> escape(requirement.value());
                        })
                .collect(Collectors.joining(","));
    }

    /** Escapes like apimachinery's fields.EscapeValue. */
    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    }
}

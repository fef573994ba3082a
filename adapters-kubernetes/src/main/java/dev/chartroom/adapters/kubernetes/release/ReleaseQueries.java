package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.adapters.kubernetes.client.Query;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Requests for Applications as query parameters of requests for releases. */
final class ReleaseQueries {
    /** A selector is a part of the URL. */
    private static final int MOST_NAMED = 20;

    private ReleaseQueries() {}

    /** Whoever writes through Chartroom, the release is written by Chartroom: what others changed there can be told. */
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

    /** The releases of a kind that selectors of its Applications select. */
    static Query selected(ApplicationKind kind, LabelSelector labels, FieldSelector fields) {
        return new Query()
                .with("labelSelector", ReleaseLabels.ofKind(kind, labels).toString())
                .with("fieldSelector", fields(kind, fields));
    }

    /** A page of all releases of some kinds; the page is as long as kubectl's. */
    static Query page(List<ApplicationKind> kinds, String continueToken) {
        LabelSelector selector = kinds.size() > MOST_NAMED
                ? ReleaseLabels.ofGroup(kinds.getFirst().group())
                : ReleaseLabels.ofKinds(kinds);
        return new Query()
                .with("labelSelector", selector.toString())
                .with("limit", "500")
                .with("continue", continueToken);
    }

    /** All changes of releases of a group. */
    static Query follow(String group, String resourceVersion) {
        return new Query()
                .with("watch", "true")
                .with("labelSelector", ReleaseLabels.ofGroup(group).toString())
                .with("resourceVersion", resourceVersion)
                .with("allowWatchBookmarks", "true");
    }

    /** All releases of a group, then all changes. */
    static Query watchList(String group) {
        return follow(group, "").with("sendInitialEvents", "true").with("resourceVersionMatch", "NotOlderThan");
    }

    static Query watch(ApplicationKind kind, WatchRequest request) {
        boolean initialEvents = request.initialEvents() == WatchRequest.InitialEvents.SEND;
        Query query = selected(kind, request.labelSelector(), request.fieldSelector())
                .with("watch", "true")
                .with("resourceVersion", request.resourceVersion())
                // Upstream tells how far it is shortly before the end, so it has to know the end.
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

    /** As apimachinery's fields.EscapeValue. */
    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    }
}

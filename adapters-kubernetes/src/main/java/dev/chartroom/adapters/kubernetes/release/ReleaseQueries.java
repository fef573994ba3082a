package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.adapters.kubernetes.client.Query;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.stream.Collectors;

/** Requests for Applications as query parameters of requests for releases. */
final class ReleaseQueries {
    private ReleaseQueries() {}

    static Query write(WriteOptions options) {
        return new Query().with("fieldManager", options.fieldManager()).with("dryRun", options.dryRun() ? "All" : "");
    }

    static Query list(ApplicationKind kind, ListRequest request) {
        return new Query()
                .with(
                        "labelSelector",
                        ReleaseLabels.ofKind(kind, request.labelSelector()).toString())
                .with("fieldSelector", fields(kind, request.fieldSelector()))
                .with("limit", request.limit() == 0 ? "" : Long.toString(request.limit()))
                .with("continue", request.continueToken())
                .with("resourceVersion", request.resourceVersion())
                .with("resourceVersionMatch", request.resourceVersionMatch());
    }

    static Query watch(ApplicationKind kind, WatchRequest request) {
        boolean initialEvents = request.initialEvents() == WatchRequest.InitialEvents.SEND;
        Query query = new Query()
                .with("watch", "true")
                .with(
                        "labelSelector",
                        ReleaseLabels.ofKind(kind, request.labelSelector()).toString())
                .with("fieldSelector", fields(kind, request.fieldSelector()))
                .with("resourceVersion", request.resourceVersion())
                // The end of the initial events is told by a bookmark only.
                .with("allowWatchBookmarks", request.bookmarks() || initialEvents ? "true" : "");
        return switch (request.initialEvents()) {
            case UNSET -> query;
            case SEND, SKIP ->
                query.with("sendInitialEvents", Boolean.toString(initialEvents))
                        .with("resourceVersionMatch", "NotOlderThan");
        };
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

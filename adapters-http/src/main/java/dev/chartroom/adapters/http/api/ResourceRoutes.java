package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.domain.builtin.BuiltInKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.Optional;
import java.util.Set;

/** Routes a resource request to the handler of its verb. */
record ResourceRoutes(
        KindCatalogue catalogue,
        ReadHandler reads,
        WatchHandler watches,
        WriteHandler writes,
        DeleteHandler deletes,
        SubresourceRoutes subresources,
        Optional<Reviews> reviews) {
    /**
     * The verbs that need an existing object. A patch is not among them, because an apply can create the object. The
     * server then rejects an invalid name when it validates the new object.
     */
    private static final Set<String> VERBS_ON_EXISTING = Set.of("get", "update", "delete");
    /** The verbs that need no namespace. */
    private static final Set<String> ACROSS_NAMESPACES = Set.of("list", "watch");

    void route(Exchange exchange, RequestInfo.Resource info) {
        if (reviews.isPresent() && reviews.get().serves(info)) {
            reviews.get().handle(exchange, info);
            return;
        }
        Optional<ApplicationKind> served = catalogue
                .registry()
                .find(info.group(), info.version(), info.resource())
                .filter(kind -> matchesScope(kind, info));
        if (served.isEmpty()) {
            exchange.sendNotFound();
            return;
        }
        ApplicationKind kind = served.get();
        exchange.audit().setKind(kind);
        kind.deprecationWarning().ifPresent(exchange.warnings()::add);
        if (VERBS_ON_EXISTING.contains(info.verb()) && info.namesNoObject()) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), info.name()));
        }
        switch (info.subresource()) {
            case "" -> route(exchange, kind, info);
            case "status" -> routeStatus(exchange, kind, info);
            default -> subresources.route(exchange, kind, info);
        }
    }

    private static boolean matchesScope(ApplicationKind kind, RequestInfo.Resource info) {
        return switch (kind.scope()) {
            case NAMESPACED -> !info.namespace().isEmpty() || ACROSS_NAMESPACES.contains(info.verb());
            case CLUSTER -> info.namespace().isEmpty();
        };
    }

    private void route(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        if (!kind.verbs().contains(info.verb())) {
            throw notSupported(kind, info);
        }
        switch (info.verb()) {
            case "get" -> reads.get(exchange, kind, info);
            case "list" -> reads.list(exchange, kind, info);
            case "watch" -> watches.watch(exchange, kind, info);
            case "create" -> writes.create(exchange, kind, info);
            case "update" -> {
                requireName(info);
                writes.update(exchange, kind, info);
            }
            case "patch" -> {
                requireName(info);
                writes.patch(exchange, kind, info);
            }
            case "delete" -> deletes.delete(exchange, kind, info);
            case "deletecollection" -> deletes.deleteCollection(exchange, kind, info);
            default -> throw notSupported(kind, info);
        }
    }

    /** Routes a request for the status subresource. A get returns the whole object (wire contract D73). */
    private void routeStatus(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        if (!BuiltInKinds.haveStatus(kind)) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), info.name()));
        }
        switch (info.verb()) {
            case "get" -> reads.get(exchange, kind, info);
            case "update" -> writes.update(exchange, kind, info);
            case "patch" -> writes.patch(exchange, kind, info);
            default -> throw notSupported(kind, info);
        }
    }

    private static void requireName(RequestInfo.Resource info) {
        if (info.name().isEmpty()) {
            throw ApiException.badRequest("name must be provided");
        }
    }

    private static ApiException notSupported(ApplicationKind kind, RequestInfo.Resource info) {
        return new ApiException(new ApiError.MethodNotSupported(kind.groupResource(), info.verb()));
    }
}

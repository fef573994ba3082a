package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.service.KindCatalogue;
import java.util.Optional;

/** From a resource request to the handler of its verb. */
record ResourceRoutes(
        KindCatalogue catalogue,
        ReadHandler reads,
        WatchHandler watches,
        WriteHandler writes,
        DeleteHandler deletes,
        Optional<SelfReviews> selfReviews) {

    void route(Exchange exchange, RequestInfo.Resource info) {
        if (selfReviews.isPresent() && selfReviews.get().serves(info)) {
            selfReviews.get().handle(exchange);
            return;
        }
        ApplicationKind kind = catalogue
                .registry()
                .find(info.group(), info.version(), info.resource())
                .filter(_ -> info.subresource().isEmpty())
                .orElseThrow(() -> new ApiException(ApiError.unknownResource()));
        boolean ofOne = !info.name().isEmpty();
        boolean namespaced = !info.namespace().isEmpty();
        if (ofOne && !namespaced) {
            throw new ApiException(ApiError.unknownResource());
        }
        switch (info.verb()) {
            case "get" -> reads.get(exchange, kind, info);
            case "list" -> {
                require(!ofOne);
                reads.list(exchange, kind, info);
            }
            case "watch" -> {
                require(!ofOne && !exchange.isHead());
                watches.watch(exchange, kind, info);
            }
            case "create" -> {
                require(namespaced && !ofOne);
                writes.create(exchange, kind, info);
            }
            case "update" -> {
                require(ofOne);
                writes.update(exchange, kind, info);
            }
            case "patch" -> {
                require(ofOne);
                writes.patch(exchange, kind, info);
            }
            case "delete" -> deletes.delete(exchange, kind, info);
            case "deletecollection" -> {
                require(namespaced && !ofOne);
                deletes.deleteCollection(exchange, kind, info);
            }
            default -> throw new ApiException(ApiError.methodNotAllowed());
        }
    }

    private static void require(boolean there) {
        if (!there) {
            throw new ApiException(ApiError.methodNotAllowed());
        }
    }
}

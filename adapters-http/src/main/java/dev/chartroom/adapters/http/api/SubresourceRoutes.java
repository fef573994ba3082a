package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;

/** Routes a request for a subresource that the definition of the kind declares. */
record SubresourceRoutes(ScaleHandler scales, ActionHandler actions, ViewHandler views, LogHandler logs) {

    void route(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Subresource subresource = Subresource.of(info.subresource())
                .filter(kind.subresources()::has)
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), info.name())));
        if (!subresource.verbs().contains(info.verb())) {
            throw new ApiException(new ApiError.MethodNotSupported(kind.groupResource(), info.verb()));
        }
        switch (subresource.type()) {
            case SCALE -> scales.handle(exchange, kind, info);
            case ACTION -> actions.handle(exchange, kind, info, subresource);
            case VIEW -> views.handle(exchange, kind, info, subresource);
            case STREAM -> logs.handle(exchange, kind, info);
        }
    }
}

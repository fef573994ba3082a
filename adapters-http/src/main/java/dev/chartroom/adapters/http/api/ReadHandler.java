package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.request.ListParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;

/** get and list. */
record ReadHandler(ApplicationStore store, Renderers renderers) {

    void get(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderer(exchange, kind, Negotiator.Subject.OBJECT);
        exchange.sendJson(
                200,
                renderer.object(
                        store.get(kind, info.namespacedName(), exchange.query().text("resourceVersion"))));
    }

    void list(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderer(exchange, kind, Negotiator.Subject.LIST);
        ApplicationPage page = store.list(kind, ListParameters.list(info.namespace(), exchange.query()));
        exchange.sendList(renderer, page);
    }

    private Renderer renderer(Exchange exchange, ApplicationKind kind, Negotiator.Subject subject) {
        return renderers.of(
                kind,
                exchange.negotiate(subject),
                IncludeObject.of(exchange.query().text("includeObject")));
    }
}

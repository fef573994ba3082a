package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.request.ListParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.function.Supplier;

/** Handles get and list. */
record ReadHandler(ApplicationStore store, Renderers renderers) {

    void get(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Representation representation = exchange.negotiate(Negotiator.Subject.OBJECT);
        String resourceVersion = ListParameters.get(exchange.query());
        ServedApplication stored = read(exchange, kind, () -> store.get(kind, info.namespacedName(), resourceVersion));
        exchange.sendJson(200, renderer(exchange, kind, representation).object(stored));
    }

    void list(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Representation representation = exchange.negotiate(Negotiator.Subject.LIST);
        ListRequest request = ListParameters.list(kind, info.namespace(), exchange.query());
        ApplicationPage page = read(exchange, kind, () -> store.list(kind, request));
        exchange.sendList(renderer(exchange, kind, representation), page);
    }

    /** Only computed objects depend on their reader. */
    private static <T> T read(Exchange exchange, ApplicationKind kind, Supplier<T> read) {
        return kind.isComputed() ? RequestUser.during(exchange.user(), read) : read.get();
    }

    /** Called last, as upstream: a missing object is reported before a wrong parameter. */
    private Renderer renderer(Exchange exchange, ApplicationKind kind, Representation representation) {
        return renderers.of(
                kind,
                representation,
                IncludeObject.of(representation, exchange.query().text("includeObject")));
    }
}

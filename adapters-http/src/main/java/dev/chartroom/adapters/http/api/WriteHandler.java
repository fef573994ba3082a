package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.request.BodyReader;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.adapters.http.request.WriteParameters;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.service.ApplicationWriter;
import dev.chartroom.ports.service.Patch;
import dev.chartroom.ports.storage.WriteOptions;

/** create, update and patch. */
record WriteHandler(ApplicationWriter writer, BodyReader bodies, Renderers renderers) {

    void create(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderer(exchange, kind);
        WriteOptions options = options("CreateOptions", exchange);
        JsonObject body = bodies.object(exchange.body(), exchange.contentType());
        exchange.sendJson(201, renderer.object(writer.create(kind, info.namespace(), body, options)));
    }

    void update(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderer(exchange, kind);
        WriteOptions options = options("UpdateOptions", exchange);
        JsonObject body = bodies.object(exchange.body(), exchange.contentType());
        exchange.sendJson(200, renderer.object(writer.update(kind, info.namespacedName(), body, options)));
    }

    void patch(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderer(exchange, kind);
        WriteOptions options = options("PatchOptions", exchange);
        Patch patch = bodies.patch(exchange.body(), exchange.contentType());
        exchange.sendJson(200, renderer.object(writer.patch(kind, info.namespacedName(), patch, options)));
    }

    private static WriteOptions options(String kind, Exchange exchange) {
        return WriteParameters.of(kind, exchange.query(), exchange.userAgent());
    }

    private Renderer renderer(Exchange exchange, ApplicationKind kind) {
        return renderers.of(kind, exchange.negotiate(Negotiator.Subject.OBJECT), IncludeObject.METADATA);
    }
}

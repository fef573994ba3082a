package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.request.BodyReader;
import dev.chartroom.adapters.http.request.DeleteParameters;
import dev.chartroom.adapters.http.request.ListParameters;
import dev.chartroom.adapters.http.request.NamespaceReader;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.write.ApplicationDeleter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Optional;

/** Handles delete and deletecollection. */
record DeleteHandler(
        ApplicationDeleter deleter,
        BodyReader bodies,
        NamespaceReader namespaces,
        Renderers renderers,
        JsonCodec codec) {

    void delete(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderers.of(kind, exchange.negotiate(Negotiator.Subject.OBJECT), IncludeObject.METADATA);
        DeleteParameters parameters = parameters(exchange, kind);
        DeleteOutcome outcome = deleter.delete(
                kind, info.namespacedName(), parameters.request(), exchange.admissionContext(parameters.given()));
        exchange.sendJson(
                200,
                switch (outcome) {
                    case DeleteOutcome.Deleted(StoredApplication last) -> success(exchange, kind, last.metadata());
                    case DeleteOutcome.Terminating(StoredApplication marked) -> renderer.object(marked.served());
                });
    }

    void deleteCollection(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderers.of(kind, exchange.negotiate(Negotiator.Subject.LIST), IncludeObject.METADATA);
        ListRequest selection = ListParameters.list(kind, info.namespace(), exchange.query());
        DeleteParameters parameters = parameters(exchange, kind);
        exchange.sendList(
                renderer,
                deleter.deleteCollection(
                        kind, selection, parameters.request(), exchange.admissionContext(parameters.given())));
    }

    private DeleteParameters parameters(Exchange exchange, ApplicationKind kind) {
        Optional<JsonValue> body = kind.isBuiltIn()
                ? namespaces.options(exchange.body(), exchange.contentType())
                : bodies.optional(exchange.body(), exchange.contentType());
        body.ifPresent(exchange.audit()::requested);
        return DeleteParameters.of(body, exchange.query(), kind.gvk().apiVersion());
    }

    private byte[] success(Exchange exchange, ApplicationKind kind, ObjectMeta metadata) {
        JsonObject status =
                Status.success(metadata.name(), kind.group(), kind.names().plural(), metadata.uid());
        exchange.audit().responded(status);
        return codec.encode(status);
    }
}

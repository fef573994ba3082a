package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.request.BodyReader;
import dev.chartroom.adapters.http.request.NamespaceReader;
import dev.chartroom.adapters.http.request.PatchType;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.adapters.http.request.TopLevelReader;
import dev.chartroom.adapters.http.request.WriteParameters;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.core.write.Patch;
import dev.chartroom.core.write.WriteRequest;
import dev.chartroom.core.write.Written;
import dev.chartroom.domain.builtin.TopLevelFields;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.json.JsonDocument;

/** Handles create, update and patch, of objects and of their status. */
record WriteHandler(
        ApplicationWriter writer,
        BodyReader bodies,
        NamespaceReader namespaces,
        TopLevelReader topLevel,
        Renderers renderers,
        AccessControl accessControl) {

    void create(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderer(exchange, kind);
        WriteParameters parameters = WriteParameters.of("CreateOptions", exchange.query(), exchange.userAgent());
        JsonDocument body = exchange.audit().recordBody(object(exchange, kind, info));
        WriteRequest request = request(exchange, info, parameters);
        exchange.sendJson(
                201,
                renderer.object(
                        writer.create(kind, info.namespace(), body, request).served()));
    }

    void update(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderer(exchange, kind);
        WriteParameters parameters = WriteParameters.of("UpdateOptions", exchange.query(), exchange.userAgent());
        JsonDocument body = exchange.audit().recordBody(object(exchange, kind, info));
        WriteRequest request = request(exchange, info, parameters);
        exchange.sendJson(
                200,
                renderer.object(writer.update(kind, info.namespacedName(), body, request)
                        .served()));
    }

    void patch(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        PatchType type = PatchType.of(exchange.contentType(), kind);
        Renderer renderer = renderer(exchange, kind);
        switch (type) {
            case APPLY -> apply(exchange, kind, info, renderer);
            case JSON, MERGE, STRATEGIC -> {
                WriteParameters parameters = WriteParameters.ofPatch(exchange.query(), exchange.userAgent());
                Patch patch = patch(exchange, kind, type);
                WriteRequest request = request(exchange, info, parameters);
                exchange.sendJson(
                        200,
                        renderer.object(writer.patch(
                                        kind,
                                        info.namespacedName(),
                                        exchange.audit().recordBody(patch),
                                        request)
                                .served()));
            }
        }
    }

    Patch patch(Exchange exchange, ApplicationKind kind, PatchType type) {
        if (TopLevelFields.has(kind.gvk())) {
            return topLevel.patch(type, exchange.body());
        }
        return switch (type) {
            case JSON -> bodies.jsonPatch(exchange.body());
            case STRATEGIC -> bodies.strategicMergePatch(exchange.body());
            case MERGE, APPLY -> bodies.mergePatch(exchange.body());
        };
    }

    private void apply(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info, Renderer renderer) {
        WriteParameters parameters = WriteParameters.ofApply(exchange.query(), exchange.userAgent());
        JsonDocument configuration = exchange.audit()
                .recordBody(
                        TopLevelFields.has(kind.gvk())
                                ? topLevel.configuration(exchange.body())
                                : bodies.configuration(exchange.body()));
        WriteRequest request = request(exchange, info, parameters);
        Written written = writer.apply(kind, info.namespacedName(), configuration, parameters.force(), request);
        exchange.sendJson(
                written.created() ? 201 : 200,
                renderer.object(written.application().served()));
    }

    /** Reads the object of a write. The reader of namespaces also reads protobuf, but cannot read a status from it. */
    private JsonDocument object(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        if (TopLevelFields.has(kind.gvk())) {
            return topLevel.object(kind, exchange.body(), exchange.contentType());
        }
        return NamespaceKind.is(kind) && info.subresource().isEmpty()
                ? namespaces.read(exchange.body(), exchange.contentType())
                : bodies.object(exchange.body(), exchange.contentType());
    }

    WriteRequest request(Exchange exchange, RequestInfo.Resource info, WriteParameters parameters) {
        return new WriteRequest(
                parameters.options(),
                parameters.fieldValidation(),
                info.subresource(),
                exchange.admissionContext(parameters.given()),
                () -> accessControl.authorize(toCreate(exchange, info)));
    }

    private static RequestAttributes toCreate(Exchange exchange, RequestInfo.Resource info) {
        return new RequestAttributes.Resource(
                exchange.user(),
                "create",
                info.group(),
                info.version(),
                info.resource(),
                info.subresource(),
                info.namespace(),
                info.name());
    }

    Renderer renderer(Exchange exchange, ApplicationKind kind) {
        return renderers.of(kind, exchange.negotiate(Negotiator.Subject.OBJECT), IncludeObject.METADATA);
    }
}

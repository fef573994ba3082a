package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.ScaleRenderer;
import dev.chartroom.adapters.http.request.ListParameters;
import dev.chartroom.adapters.http.request.PatchType;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.adapters.http.request.WriteParameters;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.write.ScaleWriter;
import dev.chartroom.core.write.WriteRequest;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Scale;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.ApplicationStore;

/** Handles the scale subresource. */
record ScaleHandler(
        ApplicationStore store, ScaleWriter writer, WriteHandler writes, ScaleRenderer renderer, JsonCodec codec) {

    void handle(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Scale scale = new Scale(kind.subresources().scalePaths().orElseThrow());
        Representation representation = exchange.negotiate(Negotiator.Subject.OBJECT);
        JsonObject answer = switch (info.verb()) {
            case "get" -> get(exchange, kind, scale, info);
            case "update" -> update(exchange, kind, scale, info);
            default -> patch(exchange, kind, scale, info);
        };
        IncludeObject includeObject =
                IncludeObject.of(representation, exchange.query().text("includeObject"));
        exchange.sendJson(200, renderer.render(answer, representation, includeObject));
    }

    private JsonObject get(Exchange exchange, ApplicationKind kind, Scale scale, RequestInfo.Resource info) {
        byte[] object = store.get(kind, info.namespacedName(), ListParameters.get(exchange.query()))
                .json();
        // Other reads do not parse the object.
        ServerCapacity.current().ifPresent(share -> share.acquireTurn(object.length));
        return scale.of((JsonObject) codec.parse(object));
    }

    private JsonObject update(Exchange exchange, ApplicationKind kind, Scale scale, RequestInfo.Resource info) {
        WriteParameters parameters = WriteParameters.of("UpdateOptions", exchange.query(), exchange.userAgent());
        JsonDocument body =
                exchange.audit().recordBody(writes.bodies().object(exchange.body(), exchange.contentType()));
        return writer.update(kind, scale, info.namespacedName(), body, writes.request(exchange, info, parameters));
    }

    private JsonObject patch(Exchange exchange, ApplicationKind kind, Scale scale, RequestInfo.Resource info) {
        PatchType type = PatchType.of(exchange.contentType(), kind);
        if (type == PatchType.APPLY) {
            WriteParameters parameters = WriteParameters.ofApply(exchange.query(), exchange.userAgent());
            JsonDocument configuration =
                    exchange.audit().recordBody(writes.bodies().configuration(exchange.body()));
            WriteRequest request = writes.request(exchange, info, parameters);
            return writer.apply(kind, scale, info.namespacedName(), configuration, parameters.force(), request);
        }
        WriteParameters parameters = WriteParameters.ofPatch(exchange.query(), exchange.userAgent());
        return writer.patch(
                kind,
                scale,
                info.namespacedName(),
                exchange.audit().recordBody(writes.patch(exchange, kind, type)),
                writes.request(exchange, info, parameters));
    }
}

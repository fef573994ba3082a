package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.request.ActionOptions;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.adapters.http.request.WriteParameters;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.subresource.ReleaseRollback;
import dev.chartroom.core.write.ReleaseActions;
import dev.chartroom.core.write.WriteRequest;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.Optional;

/**
 * Handles the subresources that act on the release: suspend, resume, reconcile, restart and rollback. The body can be
 * empty, except for rollback. The answer is the object (wire contract D76), or a Status if the user may not read the
 * object. Otherwise the right to act would include the right to read.
 */
record ActionHandler(
        ReleaseActions actions,
        Optional<ReleaseRollback> rollback,
        WriteHandler writes,
        AccessControl accessControl,
        JsonCodec codec) {

    void handle(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info, Subresource subresource) {
        WriteParameters parameters = WriteParameters.of("CreateOptions", exchange.query(), exchange.userAgent());
        ActionOptions options = ActionOptions.read(
                subresource,
                exchange.audit().recordBody(writes.bodies().optionalObject(exchange.body(), exchange.contentType())));
        WriteRequest request = writes.request(exchange, info, parameters);
        // Asked before the action, so that a failed review leaves nothing changed.
        boolean mayRead = accessControl.allows(toRead(exchange, info));
        ServedApplication after = switch (subresource) {
            case SUSPEND -> actions.setSuspended(kind, info.namespacedName(), true, request);
            case RESUME -> actions.setSuspended(kind, info.namespacedName(), false, request);
            case RECONCILE ->
                actions.reconcile(kind, info.namespacedName(), options.reset(), options.force(), request)
                        .served();
            case RESTART -> actions.restart(kind, info.namespacedName(), request);
            case ROLLBACK ->
                rollback.orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), info.name())))
                        .to(options.revision(), kind, info.namespacedName(), mayRead, request)
                        .served();
            case SCALE, HISTORY, VALUES, RESOURCES, ACCESS, CREDENTIALS, MANIFEST, NOTES, LOG ->
                throw new IllegalStateException(subresource + " is no action of this server");
        };
        exchange.sendJson(201, mayRead ? writes.renderer(exchange, kind).object(after) : success(kind, info));
    }

    private static RequestAttributes toRead(Exchange exchange, RequestInfo.Resource info) {
        return new RequestAttributes.Resource(
                exchange.user(),
                "get",
                info.group(),
                info.version(),
                info.resource(),
                "",
                info.namespace(),
                info.name());
    }

    private byte[] success(ApplicationKind kind, RequestInfo.Resource info) {
        JsonObject status =
                Status.success(info.name(), kind.group(), kind.names().plural(), "");
        return codec.encode(status);
    }
}

package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.core.subresource.ApplicationView;
import dev.chartroom.core.subresource.ViewedApplication;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.json.JsonCodec;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.List;
import java.util.Map;

/**
 * Handles the read-only subresources. Their answers are never recorded in the audit log, because the masks of a kind do
 * not apply to them.
 */
record ViewHandler(Map<Subresource, ApplicationView> views, JsonCodec codec) {
    ViewHandler {
        views = Map.copyOf(views);
    }

    void handle(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info, Subresource subresource) {
        ApplicationView view = views.get(subresource);
        if (view == null) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), info.name()));
        }
        Representation representation = exchange.negotiate(Negotiator.Subject.OBJECT);
        // The answer can contain a password, so no client may keep it.
        exchange.response().headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-store, private"));
        ViewedApplication viewed = view.of(kind, info.namespacedName(), exchange.user());
        exchange.sendUnrecorded(
                200,
                codec.encode(
                        representation instanceof Representation.AsTable(String version)
                                ? table(viewed, version)
                                : viewed.object()));
    }

    private static JsonObject table(ViewedApplication viewed, String version) {
        return JsonObject.builder()
                .put("kind", "Table")
                .put("apiVersion", "meta.k8s.io/" + version)
                .put("metadata", JsonObject.EMPTY)
                .put(
                        "columnDefinitions",
                        new JsonArray(viewed.columns().stream()
                                .<JsonValue>map(TableColumn::toJson)
                                .toList()))
                .put(
                        "rows",
                        new JsonArray(viewed.rows().stream()
                                .<JsonValue>map(ViewHandler::row)
                                .toList()))
                .build();
    }

    private static JsonObject row(List<JsonValue> cells) {
        return JsonObject.builder()
                .put("cells", new JsonArray(cells))
                .put("object", JsonNull.NULL)
                .build();
    }
}

package dev.chartroom.adapters.http.openapi;

import dev.chartroom.adapters.http.openapi.schema.Extensions;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The operations on the objects of a kind. */
final class KindOperations {
    static final List<String> JSON_OR_YAML = List.of("application/json", "application/yaml");
    /** Never strategic merge patch: kubectl would use it (wire contract B13). */
    static final List<String> PATCHES =
            List.of("application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml");

    private KindOperations() {}

    static OpenApiOperation of(KindTexts kind, KindOperation operation) {
        Action action = operation.action();
        return new OpenApiOperation(
                kind.operationId(operation),
                kind.tag(),
                description(action, kind.kind()),
                OperationParameters.of(action),
                body(action, kind),
                JSON_OR_YAML,
                responses(action, kind),
                JsonObject.builder()
                        .put(Extensions.ACTION, action.extension())
                        .put(
                                Extensions.GROUP_VERSION_KIND,
                                Extensions.gvk(new GroupVersionKind(kind.group(), kind.version(), kind.kind())))
                        .build());
    }

    private static OpenApiOperation.@Nullable Body body(Action action, KindTexts kind) {
        return switch (action) {
            case LIST, READ -> null;
            case CREATE, REPLACE -> new OpenApiOperation.Body(kind.object(), JSON_OR_YAML, true);
            case PATCH -> new OpenApiOperation.Body(Definitions.PATCH, PATCHES, true);
            case DELETE, DELETE_COLLECTION ->
                new OpenApiOperation.Body(Definitions.DELETE_OPTIONS, JSON_OR_YAML, false);
        };
    }

    private static SortedMap<Integer, String> responses(Action action, KindTexts kind) {
        String object = kind.object();
        return new TreeMap<>(
                switch (action) {
                    case LIST -> Map.of(200, kind.list());
                    case CREATE -> Map.of(200, object, 201, object, 202, object);
                    case READ -> Map.of(200, object);
                    case REPLACE -> Map.of(200, object, 201, object);
                    case PATCH -> Map.of(200, object, 201, object);
                    case DELETE -> Map.of(200, Definitions.STATUS, 202, Definitions.STATUS);
                    case DELETE_COLLECTION -> Map.of(200, Definitions.STATUS);
                });
    }

    private static String description(Action action, String kind) {
        return switch (action) {
            case LIST -> "list or watch objects of kind " + kind;
            case CREATE -> "create an object of kind " + kind;
            case DELETE_COLLECTION -> "delete a collection of objects of kind " + kind;
            case READ -> "read the specified " + kind;
            case REPLACE -> "replace the specified " + kind;
            case PATCH -> "partially update the specified " + kind;
            case DELETE -> "delete the specified " + kind;
        };
    }
}

package dev.chartroom.adapters.http.openapi;

import dev.chartroom.adapters.http.openapi.schema.Extensions;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The paths of the subresources that a kind declares. Few kinds have any, so they need no template. */
record SubresourcePaths(Dialect dialect, OperationIds ids) {
    private static final String TEXT_PLAIN = "text/plain";

    /** Returns the paths; empty if the kind declares no subresource. */
    JsonObject of(ApplicationKind kind) {
        JsonObject.Builder paths = JsonObject.builder();
        String object = Paths.root(kind.groupVersion()) + "namespaces/{namespace}/"
                + kind.names().plural() + "/{name}/";
        for (Subresource subresource : kind.subresources().declared()) {
            paths.put(object + subresource.path(), item(kind, subresource));
        }
        return paths.build();
    }

    private JsonObject item(ApplicationKind kind, Subresource subresource) {
        JsonObject.Builder item = JsonObject.builder();
        for (String verb : subresource.verbs()) {
            Action action = action(verb);
            item.put(action.method(), dialect.operation(operation(kind, subresource, action)));
        }
        return item.put(
                        "parameters",
                        JsonArray.of(
                                dialect.parameter(OperationParameters.NAMESPACE),
                                dialect.parameter(OperationParameters.NAME)))
                .build();
    }

    private OpenApiOperation operation(ApplicationKind kind, Subresource subresource, Action action) {
        String name = subresource.path();
        String answer = Definitions.ofAnswer(subresource, kind);
        return new OpenApiOperation(
                ids.id(
                        action.verb(),
                        kind.groupVersion(),
                        "Namespaced" + kind.names().kind() + Character.toUpperCase(name.charAt(0)) + name.substring(1)),
                OperationIds.tag(kind.groupVersion()),
                description(action, name) + " of the specified " + kind.names().kind(),
                subresource.type() == Subresource.Type.STREAM
                        ? OperationParameters.ofLog()
                        : OperationParameters.of(action),
                body(subresource, action, answer),
                subresource.type() == Subresource.Type.STREAM ? List.of(TEXT_PLAIN) : KindOperations.JSON_OR_YAML,
                new TreeMap<>(Map.of(action == Action.CREATE ? 201 : 200, answer)),
                JsonObject.builder()
                        .put(Extensions.ACTION, action.extension())
                        .put(Extensions.GROUP_VERSION_KIND, Extensions.gvk(subresource.responseKind(kind.gvk())))
                        .build());
    }

    private static OpenApiOperation.@Nullable Body body(Subresource subresource, Action action, String definition) {
        return switch (action) {
            case REPLACE -> new OpenApiOperation.Body(definition, KindOperations.JSON_OR_YAML, true);
            case PATCH -> new OpenApiOperation.Body(Definitions.PATCH, KindOperations.PATCHES, true);
            case CREATE ->
                Definitions.ofOptions(subresource)
                        .map(options -> new OpenApiOperation.Body(
                                options, KindOperations.JSON_OR_YAML, subresource == Subresource.ROLLBACK))
                        .orElse(null);
            case READ, LIST, DELETE, DELETE_COLLECTION -> null;
        };
    }

    private static String description(Action action, String name) {
        return switch (action) {
            case READ -> "read " + name;
            case REPLACE -> "replace " + name;
            case PATCH -> "partially update " + name;
            case CREATE, LIST, DELETE, DELETE_COLLECTION -> "create " + name;
        };
    }

    private static Action action(String verb) {
        return switch (verb) {
            case "get" -> Action.READ;
            case "update" -> Action.REPLACE;
            case "patch" -> Action.PATCH;
            case "create" -> Action.CREATE;
            default -> throw new IllegalArgumentException("no subresource has the verb " + verb);
        };
    }

    /** Returns the definitions that the paths of a kind refer to, in addition to those of every kind. */
    static List<String> used(ApplicationKind kind) {
        return kind.subresources().declared().stream()
                .flatMap(subresource -> switch (subresource.type()) {
                    case SCALE -> Stream.of(Definitions.SCALE);
                    case ACTION -> Definitions.ofOptions(subresource).stream();
                    case VIEW -> Stream.of(Definitions.ofView(subresource, kind));
                    case STREAM -> Stream.empty();
                })
                .toList();
    }
}

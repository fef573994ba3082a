package dev.chartroom.adapters.http.openapi;

import static dev.chartroom.adapters.http.openapi.KindOperation.CREATE;
import static dev.chartroom.adapters.http.openapi.KindOperation.DELETE;
import static dev.chartroom.adapters.http.openapi.KindOperation.DELETE_COLLECTION;
import static dev.chartroom.adapters.http.openapi.KindOperation.LIST;
import static dev.chartroom.adapters.http.openapi.KindOperation.LIST_ALL;
import static dev.chartroom.adapters.http.openapi.KindOperation.PATCH;
import static dev.chartroom.adapters.http.openapi.KindOperation.PATCH_STATUS;
import static dev.chartroom.adapters.http.openapi.KindOperation.READ;
import static dev.chartroom.adapters.http.openapi.KindOperation.READ_STATUS;
import static dev.chartroom.adapters.http.openapi.KindOperation.REPLACE;
import static dev.chartroom.adapters.http.openapi.KindOperation.REPLACE_STATUS;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a kind.
 *
 * @param offered the operations that the kind has; a path without operations is left out
 */
record KindPaths(Dialect dialect, Set<KindOperation> offered) {
    KindPaths {
        offered = Set.copyOf(offered);
    }

    /** Returns the paths of a namespaced kind. */
    JsonObject of(KindTexts texts) {
        String collection = texts.root() + "namespaces/{namespace}/" + texts.plural();
        List<Parameter> inNamespace = List.of(OperationParameters.NAMESPACE);
        List<Parameter> named = List.of(OperationParameters.NAMESPACE, OperationParameters.NAME);
        return JsonObject.builder()
                .putIfPresent(texts.root() + texts.plural(), item(texts, List.of(), LIST_ALL))
                .putIfPresent(collection, item(texts, inNamespace, LIST, CREATE, DELETE_COLLECTION))
                .putIfPresent(collection + "/{name}", item(texts, named, READ, REPLACE, PATCH, DELETE))
                .putIfPresent(
                        collection + "/{name}/status", item(texts, named, READ_STATUS, REPLACE_STATUS, PATCH_STATUS))
                .build();
    }

    /** Returns the paths of a cluster-scoped kind, such as Namespace. */
    JsonObject ofClusterScoped(KindTexts texts) {
        String collection = texts.root() + texts.plural();
        List<Parameter> named = List.of(OperationParameters.NAME);
        return JsonObject.builder()
                .putIfPresent(collection, item(texts, List.of(), LIST, CREATE, DELETE_COLLECTION))
                .putIfPresent(collection + "/{name}", item(texts, named, READ, REPLACE, PATCH, DELETE))
                .putIfPresent(
                        collection + "/{name}/status", item(texts, named, READ_STATUS, REPLACE_STATUS, PATCH_STATUS))
                .build();
    }

    private @Nullable JsonObject item(KindTexts texts, List<Parameter> parameters, KindOperation... operations) {
        JsonObject.Builder item = JsonObject.builder();
        List<KindOperation> present =
                Arrays.stream(operations).filter(offered::contains).toList();
        if (present.isEmpty()) {
            return null;
        }
        for (KindOperation operation : present) {
            item.put(operation.action().method(), dialect.operation(KindOperations.of(texts, operation)));
        }
        if (!parameters.isEmpty()) {
            item.put(
                    "parameters",
                    new JsonArray(List.copyOf(
                            parameters.stream().map(dialect::parameter).toList())));
        }
        return item.build();
    }
}

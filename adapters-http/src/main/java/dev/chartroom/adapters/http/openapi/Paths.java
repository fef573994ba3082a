package dev.chartroom.adapters.http.openapi;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the paths of one document. */
final class Paths {
    private static final List<String> JSON = List.of("application/json");

    private final Dialect dialect;
    private final KindOperations operations;
    private final OperationIds ids = new OperationIds();
    private final JsonObject.Builder paths = JsonObject.builder();

    Paths(Dialect dialect) {
        this.dialect = dialect;
        operations = new KindOperations(ids);
    }

    void addGroup(String group) {
        GroupVersion anyVersion = new GroupVersion(group, "");
        paths.put(
                "/apis/" + group + "/",
                discovery(anyVersion, "APIGroup", "get information of a group", Definitions.API_GROUP));
    }

    void addGroupVersion(GroupVersion groupVersion) {
        paths.put(
                root(groupVersion),
                discovery(groupVersion, "APIResources", "get available resources", Definitions.API_RESOURCE_LIST));
    }

    void addKind(ApplicationKind kind) {
        String plural = kind.names().plural();
        String collection = root(kind.groupVersion()) + "namespaces/{namespace}/" + plural;
        paths.put(
                root(kind.groupVersion()) + plural,
                item(List.of(), Map.of(Action.LIST, operations.listForAllNamespaces(kind))));
        paths.put(
                collection,
                item(
                        List.of(Parameters.NAMESPACE),
                        operations.namespaced(kind, Action.LIST, Action.CREATE, Action.DELETE_COLLECTION)));
        paths.put(
                collection + "/{name}",
                item(
                        List.of(Parameters.NAMESPACE, Parameters.NAME),
                        operations.namespaced(kind, Action.READ, Action.REPLACE, Action.PATCH, Action.DELETE)));
        paths.put(
                collection + "/{name}/status",
                item(List.of(Parameters.NAMESPACE, Parameters.NAME), operations.status(kind)));
    }

    JsonObject build() {
        return paths.build();
    }

    private static String root(GroupVersion groupVersion) {
        return "/apis/" + groupVersion + "/";
    }

    private JsonObject item(List<Parameter> parameters, Map<Action, Operation> byAction) {
        JsonObject.Builder item = JsonObject.builder();
        byAction.forEach((action, operation) -> item.put(action.method(), dialect.operation(operation)));
        if (!parameters.isEmpty()) {
            item.put(
                    "parameters",
                    new JsonArray(List.copyOf(
                            parameters.stream().map(dialect::parameter).toList())));
        }
        return item.build();
    }

    private JsonObject discovery(GroupVersion groupVersion, String subject, String description, String definition) {
        Operation operation = new Operation(
                ids.id("get", groupVersion, subject),
                OperationIds.tag(groupVersion),
                description,
                List.of(),
                null,
                JSON,
                new TreeMap<>(Map.of(200, definition)),
                JsonObject.EMPTY);
        return JsonObject.of("get", dialect.operation(operation));
    }
}

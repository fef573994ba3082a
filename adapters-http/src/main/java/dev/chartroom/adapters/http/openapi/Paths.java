package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the discovery paths of one document. These paths belong to no kind. */
final class Paths {
    private static final List<String> JSON = List.of("application/json");

    private final Dialect dialect;
    private final OperationIds ids;
    private final JsonObject.Builder paths = JsonObject.builder();

    /** @param ids the operation ids of the document */
    Paths(Dialect dialect, OperationIds ids) {
        this.dialect = dialect;
        this.ids = ids;
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

    JsonObject build() {
        return paths.build();
    }

    static String root(GroupVersion groupVersion) {
        return "/" + groupVersion.path() + "/";
    }

    private JsonObject discovery(GroupVersion groupVersion, String subject, String description, String definition) {
        OpenApiOperation operation = new OpenApiOperation(
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

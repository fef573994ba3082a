package dev.chartroom.domain.kind;

import dev.chartroom.domain.application.NamespaceObject;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.jsonpath.JsonPath;
import dev.chartroom.domain.jsonpath.ValueSource;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.Scope;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.table.PrinterColumn;
import dev.chartroom.domain.table.TableColumn;
import java.util.List;

/**
 * The kind {@code v1} Namespace. If the server has no kube-apiserver in front of it, the server itself stores the
 * objects of this kind.
 */
public final class NamespaceKind {
    /** A definition cannot use this name for a store. */
    private static final String STORE = "";

    public static final ApplicationKind KIND = ApplicationKind.builder(
                    NamespaceObject.GVK.group(),
                    NamespaceObject.GVK.version(),
                    new KindNames(
                            NamespaceObject.GVK.kind(),
                            "NamespaceList",
                            "namespaces",
                            "namespace",
                            List.of("ns"),
                            List.of()),
                    Schema.of(spec()),
                    ReleaseTemplate.NONE)
            .description(
                    "Where objects are that have names of their own: no two of a kind in one namespace have the same.")
            .store(STORE)
            .scope(Scope.CLUSTER)
            // As in a kube-apiserver, there is no deletecollection.
            .verbs(List.of("create", "delete", "get", "list", "patch", "update", "watch"))
            .printerColumns(List.of(
                    column(
                            "Status",
                            "string",
                            "Whether the namespace can be used, or is being deleted.",
                            ".status.phase"),
                    column("Age", "date", "Time since the namespace was created.", ".metadata.creationTimestamp")))
            .statusSchema(Schema.of(status()))
            .build();

    private NamespaceKind() {}

    public static boolean is(ApplicationKind kind) {
        return kind.gvk().equals(NamespaceObject.GVK);
    }

    /** Returns the key of a namespace. */
    public static NamespacedName key(String name) {
        return new NamespacedName("", name);
    }

    private static PrinterColumn column(String name, String type, String description, String path) {
        return new PrinterColumn(new TableColumn(name, type, "", description, 0), ValueSource.of(JsonPath.parse(path)));
    }

    private static JsonObject spec() {
        return object(
                "What the namespace is to be. The server's own: what clients write here is ignored.",
                JsonObject.of(
                        "finalizers",
                        list(
                                "Who has to be done with the namespace before it goes.",
                                text("Its name: kubernetes is the server, which empties it."))));
    }

    private static JsonObject status() {
        JsonObject condition = JsonObject.builder()
                .put("type", text("Which aspect."))
                .put("status", text("True, False or Unknown."))
                .put(
                        "lastTransitionTime",
                        text("When the status last changed.").with("format", new JsonString("date-time")))
                .put("reason", text("Why the status is what it is, in one CamelCase word."))
                .put("message", text("The reason in words, for people."))
                .build();
        return object(
                "What was last seen of the namespace.",
                JsonObject.builder()
                        .put("phase", text("Active, or Terminating while it is being deleted."))
                        .put("conditions", list("What keeps it from going.", object("One aspect.", condition)))
                        .build());
    }

    private static JsonObject object(String description, JsonObject properties) {
        return JsonObject.builder()
                .put("description", description)
                .put("type", "object")
                .put("properties", properties)
                .build();
    }

    private static JsonObject list(String description, JsonObject items) {
        return JsonObject.builder()
                .put("description", description)
                .put("type", "array")
                .put("items", items)
                .build();
    }

    private static JsonObject text(String description) {
        return JsonObject.builder()
                .put("description", description)
                .put("type", "string")
                .build();
    }
}

package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.jsonpath.JsonPath;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.table.PrinterColumn;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.application.NamespaceObject;
import java.util.List;

/**
 * The kind {@code v1} Namespace. If the server has no kube-apiserver in front of it, the server itself stores the
 * objects of this kind.
 */
public final class NamespaceKind {
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
                    "A scope for the names of objects: two objects of one kind in a namespace cannot have the same name.")
            .store(ApplicationKind.BUILT_IN)
            .scope(Scope.CLUSTER)
            // As in a kube-apiserver, there is no deletecollection.
            .verbs(List.of("create", "delete", "get", "list", "patch", "update", "watch"))
            .printerColumns(List.of(
                    column(
                            "Status",
                            "string",
                            "Active, or Terminating while the namespace is being deleted.",
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
                "The desired state of the namespace. The server sets it and ignores what clients write.",
                JsonObject.of(
                        "finalizers",
                        list(
                                "The finalizers that must be removed before the namespace is deleted.",
                                text(
                                        "The name of a finalizer. The server removes kubernetes when the namespace is empty."))));
    }

    private static JsonObject status() {
        JsonObject condition = JsonObject.builder()
                .put("type", text("The type of the condition."))
                .put("status", text("True, False or Unknown."))
                .put(
                        "lastTransitionTime",
                        text("When the status last changed.").with("format", new JsonString("date-time")))
                .put("reason", text("The reason for the status, in one CamelCase word."))
                .put("message", text("The reason for the status, in a sentence."))
                .build();
        return object(
                "The observed state of the namespace.",
                JsonObject.builder()
                        .put("phase", text("Active, or Terminating while it is being deleted."))
                        .put(
                                "conditions",
                                list(
                                        "The progress of the deletion.",
                                        object("A condition of the namespace.", condition)))
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

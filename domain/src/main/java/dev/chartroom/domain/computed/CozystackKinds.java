package dev.chartroom.domain.computed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.jsonpath.JsonPath;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.table.PrinterColumn;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.util.List;
import java.util.Locale;

/** The kinds of Cozystack whose objects are views of objects in the cluster. Here they can only be read. */
public final class CozystackKinds {
    /** The API group. */
    public static final String GROUP = "core.cozystack.io";

    private static final List<String> READ_ONLY = List.of("get", "list");
    private static final PrinterColumn AGE =
            column("Age", "date", "Time since the object was created.", ".metadata.creationTimestamp");

    /** The namespaces of tenants. */
    public static final ApplicationKind TENANT_NAMESPACE = builder("TenantNamespace", "tenantnamespaces", json("""
                    {"type": "object", "description": "There is no spec."}"""))
            .description("TenantNamespace is the namespace of a tenant in which you have rights.")
            .scope(Scope.CLUSTER)
            .printerColumns(List.of(AGE))
            .build();

    /** The releases that are part of a tenant. */
    public static final ApplicationKind TENANT_MODULE = builder("TenantModule", "tenantmodules", json("""
                    {"type": "object", "description": "There is no spec."}"""))
            .description("TenantModule is a release that is part of a tenant.")
            .statusSchema(Schema.of(json("""
                    {"type": "object", "description": "The status of the release.", "properties": {
                      "version": {"type": "string", "description": "The version of the chart that Flux tried last."},
                      "conditions": {"type": "array", "description": "The conditions Ready and Released.",
                        "items": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}""")))
            .printerColumns(List.of(
                    column(
                            "Ready",
                            "string",
                            "Whether the release is ready.",
                            ".status.conditions[?(@.type=='Ready')].status"),
                    AGE,
                    column("Version", "string", "The version of the chart.", ".status.version")))
            .build();

    /** The Secrets that are for a tenant. */
    public static final ApplicationKind TENANT_SECRET = builder("TenantSecret", "tenantsecrets", json("""
                    {"type": "object", "description": "The contents.", "properties": {
                      "type": {"type": "string", "description": "The type of the data."},
                      "data": {"type": "object", "description": "The data, in base64.",
                        "additionalProperties": {"type": "string", "format": "byte"}}}}"""))
            .description("TenantSecret is a Secret that is for a tenant.")
            .printerColumns(List.of(column("Type", "string", "The type of the data.", ".type"), AGE))
            .sensitivePaths(List.of("spec.data"))
            .build();

    /** All of these kinds. */
    public static final List<ApplicationKind> ALL = List.of(TENANT_NAMESPACE, TENANT_MODULE, TENANT_SECRET);

    private CozystackKinds() {}

    private static ApplicationKind.Builder builder(String kind, String plural, JsonObject schema) {
        return ApplicationKind.builder(
                        GROUP,
                        "v1alpha1",
                        new KindNames(kind, kind + "List", plural, kind.toLowerCase(Locale.ROOT), List.of(), List.of()),
                        Schema.of(schema),
                        ReleaseTemplate.NONE)
                .store(ApplicationKind.COMPUTED)
                .verbs(READ_ONLY);
    }

    private static PrinterColumn column(String name, String type, String description, String path) {
        return new PrinterColumn(new TableColumn(name, type, "", description, 0), ValueSource.of(JsonPath.parse(path)));
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.parse(text);
    }
}

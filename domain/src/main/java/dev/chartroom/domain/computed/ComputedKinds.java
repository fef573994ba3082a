package dev.chartroom.domain.computed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.jsonpath.JsonPath;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.table.PrinterColumn;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.util.List;
import java.util.Locale;

/** The kinds whose objects are not stored. All are in the same API group, so the cluster needs one APIService for them. */
public final class ComputedKinds {
    /** The API group. It differs from that of KindDefinition, which a kube-apiserver serves as a custom resource. */
    public static final String GROUP = "computed.chartroom.dev";

    public static final String VERSION = "v1alpha1";

    /** As a review of authorization.k8s.io, such an object is only a question. The answer is its status. */
    private static final List<String> CREATE_ONLY = List.of("create");

    private static final List<String> READ_ONLY = List.of("get", "list");

    /** Asks which kinds of objects the user may create in a namespace, and what its quotas have left for these. */
    public static final ApplicationKind SELF_SUBJECT_KINDS_REVIEW = builder(
                    "SelfSubjectKindsReview", "selfsubjectkindsreviews", Schemas.KINDS_REVIEW)
            .description("SelfSubjectKindsReview asks which kinds of objects you may create in a namespace."
                    + " The answer is in the status. It is not stored.")
            .verbs(CREATE_ONLY)
            .statusSchema(Schema.of(Schemas.KINDS_REVIEW_STATUS))
            .build();

    /**
     * Asks what an object would become. The spec contains the object, which can have any kind with any sensitive values,
     * so logs contain no part of the question or of the answer.
     */
    public static final ApplicationKind APPLICATION_PREVIEW = builder(
                    "ApplicationPreview", "applicationpreviews", Schemas.PREVIEW)
            .description("ApplicationPreview asks what an object would become, without storing it."
                    + " The answer is in the status. It is not stored.")
            .verbs(CREATE_ONLY)
            .statusSchema(Schema.of(Schemas.PREVIEW_STATUS))
            .sensitivePaths(List.of("spec.object", "status"))
            .build();

    /** The resources that the pods of an Application use. */
    public static final ApplicationKind APPLICATION_METRICS = builder(
                    "ApplicationMetrics", "applicationmetrics", Schemas.OF_NO_SPEC)
            .description("ApplicationMetrics shows the processors and the memory that the pods of an object use."
                    + " Its name is that of the object, a dot, and the resource and group of the object.")
            .verbs(READ_ONLY)
            .statusSchema(Schema.of(Schemas.METRICS_STATUS))
            .printerColumns(List.of(
                    column("Kind", "The kind of the object.", ".status.application.kind"),
                    column("Application", "The name of the object.", ".status.application.name"),
                    column("CPU", "The processors in use.", ".status.cpu"),
                    column("Memory", "The memory in use.", ".status.memory"),
                    column("Pods", "The number of pods.", ".status.pods"),
                    column("Message", "The reason if there is no usage.", ".status.message")))
            .build();

    /** The values that a form may offer for fields of a kind. */
    public static final ApplicationKind APPLICATION_OPTIONS = builder(
                    "ApplicationOptions", "applicationoptions", Schemas.OF_NO_SPEC)
            .description("ApplicationOptions shows the values that a form may offer for the fields of a kind."
                    + " Its name is the resource and group of the kind.")
            .verbs(READ_ONLY)
            .statusSchema(Schema.of(Schemas.OPTIONS_STATUS))
            .printerColumns(List.of(column("Kind", "The kind of the objects.", ".status.kind")))
            .build();

    /** All of these kinds. */
    public static final List<ApplicationKind> ALL =
            List.of(SELF_SUBJECT_KINDS_REVIEW, APPLICATION_PREVIEW, APPLICATION_METRICS, APPLICATION_OPTIONS);

    /** The kinds of a server without a cluster, which has no metrics of pods. */
    public static final List<ApplicationKind> WITHOUT_CLUSTER =
            List.of(SELF_SUBJECT_KINDS_REVIEW, APPLICATION_PREVIEW, APPLICATION_OPTIONS);

    private ComputedKinds() {}

    private static ApplicationKind.Builder builder(String kind, String plural, JsonObject schema) {
        return ApplicationKind.builder(
                        GROUP,
                        VERSION,
                        new KindNames(kind, kind + "List", plural, kind.toLowerCase(Locale.ROOT), List.of(), List.of()),
                        Schema.of(schema),
                        ReleaseTemplate.NONE)
                .store(ApplicationKind.COMPUTED);
    }

    private static PrinterColumn column(String name, String description, String path) {
        return new PrinterColumn(
                new TableColumn(name, "string", "", description, 0), ValueSource.of(JsonPath.parse(path)));
    }

    /** The schemas of spec and status. */
    private static final class Schemas {
        private static final JsonObject KINDS_REVIEW = json("""
                {"type": "object", "description": "The question.", "properties": {
                  "group": {"type": "string",
                    "description": "Only kinds of this API group. The default is all groups."},
                  "icons": {"type": "boolean", "description": "Whether the answer has the icons of the kinds."},
                  "continue": {"type": "string",
                    "description": "The value of status.continue in the previous answer, to get further kinds."}}}""");

        private static final JsonObject KINDS_REVIEW_STATUS = json("""
                {"type": "object", "description": "The answer.", "properties": {
                  "kinds": {"type": "array", "description": "The kinds of objects that you may create.",
                    "items": {"type": "object", "required": ["group", "version", "kind", "resource"], "properties": {
                      "group": {"type": "string", "description": "The API group."},
                      "version": {"type": "string", "description": "The preferred version."},
                      "kind": {"type": "string", "description": "The kind, such as Redis."},
                      "resource": {"type": "string", "description": "The resource in paths, such as redises."},
                      "description": {"type": "string", "description": "The description of the kind."},
                      "icon": {"type": "string",
                        "description": "An image of the kind as a data: URL, if spec.icons is true."},
                      "quotas": {"type": "array",
                        "description": "The ResourceQuotas of the namespace that limit objects of this kind.",
                        "items": {"type": "object", "required": ["name", "resource", "hard"], "properties": {
                          "name": {"type": "string", "description": "The name of the ResourceQuota."},
                          "resource": {"type": "string", "description": "The limited resource."},
                          "hard": {"type": "string", "description": "The limit."},
                          "used": {"type": "string", "description": "The use; absent if it is not known yet."},
                          "left": {"type": "string",
                            "description": "The rest, at least 0; absent if the use is not known yet."}}}},
                      "costs": {"type": "array", "description": "The costs of an object with an empty spec.",
                        "items": {"type": "object", "required": ["name"], "properties": {
                          "name": {"type": "string", "description": "The name of the cost."},
                          "description": {"type": "string", "description": "A description of the cost."},
                          "value": {"type": "number", "description": "The cost; absent if it cannot be computed."},
                          "resource": {"type": "string",
                            "description": "The resource in ResourceQuotas that limits the cost; absent if none can."}}}}}}},
                  "continue": {"type": "string",
                    "description": "Not empty if there may be further kinds. Send it as spec.continue to get them."}}}""");

        private static final JsonObject PREVIEW = json("""
                {"type": "object", "description": "The question.", "required": ["object"], "properties": {
                  "object": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                    "description": "The object, with apiVersion, kind and metadata. It must be in the namespace of the preview."}}}""");

        private static final JsonObject PREVIEW_STATUS = json("""
                {"type": "object", "description": "The answer.", "required": ["allowed"], "properties": {
                  "allowed": {"type": "boolean", "description": "Whether you could write the object now."},
                  "operation": {"type": "string", "enum": ["Create", "Update"],
                    "description": "The effect of the write. An object that you may get and that exists is updated."},
                  "error": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                    "description": "The Status that the write would get, if it is not allowed."},
                  "warnings": {"type": "array", "items": {"type": "string"},
                    "description": "The warnings that the write would get."},
                  "object": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                    "description": "The object after the write, with defaults."},
                  "release": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                    "description": "The HelmRelease after the write. Only users who may get it see it."},
                  "changes": {"type": "array",
                    "description": "The fields of the spec that an update would change.",
                    "items": {"type": "object", "required": ["path"], "properties": {
                      "path": {"type": "string", "description": "The path of the field, such as spec.replicas."},
                      "before": {"x-kubernetes-preserve-unknown-fields": true,
                        "description": "The value now; absent if there is none."},
                      "after": {"x-kubernetes-preserve-unknown-fields": true,
                        "description": "The value after the write; absent if there is none."}}}},
                  "costs": {"type": "array", "description": "The costs of the object.",
                    "items": {"type": "object", "required": ["name"], "properties": {
                      "name": {"type": "string", "description": "The name of the cost."},
                      "description": {"type": "string", "description": "A description of the cost."},
                      "value": {"type": "number", "description": "The cost; absent if it cannot be computed."},
                      "resource": {"type": "string",
                        "description": "The resource in ResourceQuotas that limits the cost; absent if none can."}}}}}}""");

        private static final JsonObject OF_NO_SPEC =
                json("{\"type\": \"object\", \"description\": \"There is no spec.\"}");

        private static final JsonObject METRICS_STATUS = json("""
                {"type": "object", "description": "The usage of resources.", "required": ["application"], "properties": {
                  "application": {"type": "object", "description": "The object.", "required": ["group", "kind", "name"],
                    "properties": {
                      "group": {"type": "string", "description": "The API group."},
                      "kind": {"type": "string", "description": "The kind."},
                      "name": {"type": "string", "description": "The name."}}},
                  "pods": {"type": "integer", "description": "The number of pods of the release."},
                  "measuredPods": {"type": "integer", "description": "The number of pods with metrics."},
                  "cpu": {"type": "string", "description": "The processors that the measured pods use, such as 250m."},
                  "memory": {"type": "string", "description": "The memory that the measured pods use, such as 128Mi."},
                  "message": {"type": "string", "description": "The reason if the usage is not known."}}}""");

        private static final JsonObject OPTIONS_STATUS = json("""
                {"type": "object", "description": "The values.", "required": ["kind", "fields"], "properties": {
                  "kind": {"type": "string", "description": "The kind of the objects."},
                  "fields": {"type": "array", "description": "The fields with options.",
                    "items": {"type": "object", "required": ["path", "source"], "properties": {
                      "path": {"type": "string", "description": "The path of the field, such as spec.storageClass."},
                      "source": {"type": "string", "description": "The source of the values."},
                      "resource": {"type": "string", "description": "The resource, if the values are names of objects."},
                      "choices": {"type": "array", "description": "The values; absent if you may not list the source.",
                        "items": {"type": "object", "required": ["value"], "properties": {
                          "value": {"type": "string", "description": "The value."},
                          "default": {"type": "boolean",
                            "description": "Whether the cluster uses this value if the field is empty."}}}},
                      "message": {"type": "string",
                        "description": "The reason if there are no choices, or not all."}}}}}}""");

        private static JsonObject json(String text) {
            return (JsonObject) JsonText.parse(text);
        }
    }
}

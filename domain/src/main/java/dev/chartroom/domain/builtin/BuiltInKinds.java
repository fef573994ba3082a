package dev.chartroom.domain.builtin;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.jsonpath.JsonPath;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.table.PrinterColumn;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.util.List;
import java.util.Locale;

/** The built-in kinds. The store of each is the one that dev mode has for all objects. */
public final class BuiltInKinds {
    /** Clients can only read these kinds, and there are no objects. kubectl lists them for some of its commands. */
    private static final List<String> READ_ONLY = List.of("get", "list", "watch");

    private static final PrinterColumn AGE =
            column("Age", "date", "Time since the object was created.", ".metadata.creationTimestamp");

    public static final ApplicationKind CONFIG_MAP = builder(
                    "", names("ConfigMap", "configmaps", List.of("cm")), Schemas.CONFIG_MAP)
            .description("ConfigMap holds configuration data for pods to consume.")
            .printerColumns(List.of(column("Data", "integer", "The number of entries.", BuiltInKinds::entries), AGE))
            .build();

    public static final ApplicationKind SECRET = builder("", names("Secret", "secrets", List.of()), Schemas.SECRET)
            .description("Secret holds secret data of a certain type.")
            .printerColumns(List.of(
                    column("Type", "string", "The type of the data.", ".type"),
                    column("Data", "integer", "The number of entries.", BuiltInKinds::entries),
                    AGE))
            .sensitivePaths(List.of("spec.data"))
            .build();

    public static final ApplicationKind EVENT = builder("", names("Event", "events", List.of("ev")), Schemas.EVENT)
            .description("Event is a report of an event somewhere in the cluster.")
            .printerColumns(List.of(
                    column("Last Seen", "date", "Time since the event last occurred.", ".lastTimestamp"),
                    column("Type", "string", "Normal or Warning.", ".type"),
                    column("Reason", "string", "The reason for the event, in one CamelCase word.", ".reason"),
                    column("Object", "string", "The object that the event is about.", BuiltInKinds::involved),
                    column("Message", "string", "The event in a sentence.", ".message")))
            .build();

    private static final ApplicationKind SERVICE = builder(
                    "", names("Service", "services", List.of("svc")), Schemas.OPEN)
            .description("Service is a named abstraction of software service. Dev mode has no objects of this kind.")
            .verbs(READ_ONLY)
            .printerColumns(List.of(AGE))
            .build();

    private static final ApplicationKind CUSTOM_RESOURCE_DEFINITION = builder(
                    "apiextensions.k8s.io",
                    names("CustomResourceDefinition", "customresourcedefinitions", List.of("crd", "crds")),
                    Schemas.OPEN)
            .description("CustomResourceDefinition declares a kind. Dev mode has no objects of this kind.")
            .scope(Scope.CLUSTER)
            .verbs(READ_ONLY)
            .printerColumns(List.of(AGE))
            .build();

    /** All built-in kinds. */
    public static final List<ApplicationKind> ALL =
            List.of(NamespaceKind.KIND, CONFIG_MAP, SECRET, EVENT, SERVICE, CUSTOM_RESOURCE_DEFINITION);

    private BuiltInKinds() {}

    /** Returns whether the objects of a kind, built in or not, have a status. */
    public static boolean haveStatus(ApplicationKind kind) {
        return !kind.isBuiltIn() || NamespaceKind.is(kind);
    }

    private static ApplicationKind.Builder builder(String group, KindNames names, JsonObject schema) {
        return ApplicationKind.builder(group, "v1", names, Schema.of(schema), ReleaseTemplate.NONE)
                .store(ApplicationKind.BUILT_IN);
    }

    private static KindNames names(String kind, String plural, List<String> shortNames) {
        return new KindNames(kind, kind + "List", plural, kind.toLowerCase(Locale.ROOT), shortNames, List.of());
    }

    private static PrinterColumn column(String name, String type, String description, String path) {
        return new PrinterColumn(new TableColumn(name, type, "", description, 0), ValueSource.of(JsonPath.parse(path)));
    }

    private static PrinterColumn column(String name, String type, String description, ValueExpression value) {
        return new PrinterColumn(new TableColumn(name, type, "", description, 0), ValueSource.of(name, value));
    }

    private static JsonValue entries(JsonValue object) {
        long entries = object instanceof JsonObject json
                ? json.objectOrEmpty("data").names().size()
                        + json.objectOrEmpty("binaryData").names().size()
                : 0;
        return JsonNumber.of(entries);
    }

    private static JsonValue involved(JsonValue event) {
        JsonObject object = event instanceof JsonObject json ? json.objectOrEmpty("involvedObject") : JsonObject.EMPTY;
        return new JsonString(
                object.stringOrEmpty("kind").toLowerCase(Locale.ROOT) + "/" + object.stringOrEmpty("name"));
    }

    /** The schemas of the contents. */
    private static final class Schemas {
        private static final JsonObject OPEN = JsonObject.builder()
                .put("type", "object")
                .put("x-kubernetes-preserve-unknown-fields", true)
                .build();

        private static final JsonObject CONFIG_MAP = object(JsonObject.builder()
                .put("data", map("The data, as text.", ""))
                .put("binaryData", map("The data that is no text, in base64.", "byte"))
                .put("immutable", scalar("boolean", "Whether the data should stay as they are."))
                .build());

        private static final JsonObject SECRET = object(JsonObject.builder()
                .put("data", map("The secret data, in base64.", "byte"))
                .put("immutable", scalar("boolean", "Whether the data should stay as they are."))
                .put("type", scalar("string", "The type of the data.").with("default", new JsonString("Opaque")))
                .build());

        private static final JsonObject EVENT = object(JsonObject.builder()
                .put("involvedObject", OPEN)
                .put("reason", scalar("string", "The reason for the event, in one CamelCase word."))
                .put("message", scalar("string", "The event in a sentence."))
                .put("source", OPEN)
                .put("firstTimestamp", scalar("string", "When the event first occurred."))
                .put("lastTimestamp", scalar("string", "When the event last occurred."))
                .put("count", scalar("integer", "How often the event occurred."))
                .put("type", scalar("string", "Normal or Warning."))
                .put("eventTime", nullable(scalar("string", "When the event first occurred, exactly.")))
                .put("series", OPEN)
                .put("action", scalar("string", "The action that was taken or that failed."))
                .put("related", OPEN)
                .put("reportingComponent", scalar("string", "The name of the component that reports the event."))
                .put("reportingInstance", scalar("string", "The instance of that component."))
                .build());

        private static JsonObject object(JsonObject properties) {
            return JsonObject.builder()
                    .put("type", "object")
                    .put("properties", properties)
                    .build();
        }

        private static JsonObject map(String description, String format) {
            return JsonObject.builder()
                    .put("description", description)
                    .put("type", "object")
                    .put(
                            "additionalProperties",
                            JsonObject.builder()
                                    .put("type", "string")
                                    .putIfPresent("format", format)
                                    .build())
                    .build();
        }

        private static JsonObject scalar(String type, String description) {
            return JsonObject.builder()
                    .put("description", description)
                    .put("type", type)
                    .build();
        }

        private static JsonObject nullable(JsonObject schema) {
            return schema.toBuilder().put("nullable", true).build();
        }
    }
}

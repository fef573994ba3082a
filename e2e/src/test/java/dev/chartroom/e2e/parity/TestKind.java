package dev.chartroom.e2e.parity;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.table.ApplicationTable;
import dev.chartroom.domain.table.TableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kind that both sides serve, from one description.
 *
 * @param names {@code kind}, {@code plural}, {@code singular}, and perhaps {@code shortNames} and {@code categories}
 * @param spec the schema of the spec
 * @param printerColumns what both declare; with none, the CRD declares those that Chartroom has then
 * @param exact whether every keyword of the schema has to be known to the kube-apiserver
 * @param observed whether the CRD says of a new object that nobody has looked at it, as a HelmRelease does. A CRD writes
 *     this default down with the first write, also where that changes nothing else
 * @param older versions beside the stored one, each as a definition has it but for its schema, which is that of the spec
 * @param webhook the {@code clientConfig} of what converts the CRD's objects; empty where nothing has to
 */
record TestKind(
        JsonObject names,
        JsonObject spec,
        JsonArray printerColumns,
        boolean exact,
        boolean observed,
        JsonArray older,
        JsonObject webhook) {
    static final String VERSION = "v1";

    private static final String COLUMNS = "additionalPrinterColumns";

    /** Where the cells of Chartroom's columns come from, in the words of a CRD. */
    private static final Map<String, String> COLUMN_PATHS = Map.of(
            "Ready", ".status.conditions[?(@.type==\"Ready\")].status",
            "Age", ".metadata.creationTimestamp",
            "Version", ".status.version",
            "Reason", ".status.conditions[?(@.type==\"Ready\")].reason",
            "Message", ".status.conditions[?(@.type==\"Ready\")].message");

    /** From a file of {@code parity/kinds}. */
    static TestKind of(JsonObject file) {
        return new TestKind(
                file.without("spec").without("versions").without(COLUMNS),
                file.objectOrEmpty("spec"),
                file.arrayOrEmpty(COLUMNS),
                true,
                true,
                file.arrayOrEmpty("versions"),
                JsonObject.EMPTY);
    }

    /** The same kind, whose objects a webhook converts where it is a CRD. */
    TestKind convertedBy(JsonObject clientConfig) {
        return new TestKind(names, spec, printerColumns, exact, observed, older, clientConfig);
    }

    /** A kind with the same spec and another name, whose status is what is written to it. */
    TestKind unobserved(String kind, String plural) {
        JsonObject names =
                JsonObject.builder().put("kind", kind).put("plural", plural).build();
        return new TestKind(names, spec, printerColumns, exact, false, JsonArray.EMPTY, JsonObject.EMPTY);
    }

    String kind() {
        return names.stringOrEmpty("kind");
    }

    String plural() {
        return names.stringOrEmpty("plural");
    }

    /** The kind as a CustomResourceDefinition. */
    JsonObject crd(String group) {
        JsonObject.Builder status =
                JsonObject.builder().put("type", "object").put("x-kubernetes-preserve-unknown-fields", true);
        if (observed) {
            status.put("default", Application.UNOBSERVED);
        }
        JsonObject served = JsonObject.builder()
                .put("subresources", JsonObject.of("status", JsonObject.EMPTY))
                .put(COLUMNS, printerColumns.isEmpty() ? columns() : printerColumns)
                .build();
        JsonArray versions = versions(JsonObject.of("status", status.build()), TestKind::withDefault)
                .map(version -> ((JsonObject) version)
                        .without("conversion").toBuilder().putAll(served).build());
        return JsonObject.builder()
                .put("apiVersion", "apiextensions.k8s.io/v1")
                .put("kind", "CustomResourceDefinition")
                .put(
                        "metadata",
                        JsonObject.builder().put("name", plural() + "." + group).build())
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("group", group)
                                .put("names", names)
                                .put("scope", "Namespaced")
                                .put("versions", versions)
                                .putIfPresent("conversion", conversion())
                                .build())
                .build();
    }

    /** The kind as Chartroom's own definition. */
    JsonObject definition(String group) {
        JsonObject release = JsonObject.builder()
                .put("prefix", kind().toLowerCase(Locale.ROOT) + "-")
                .put(
                        "chartRef",
                        JsonObject.builder()
                                .put("kind", "OCIRepository")
                                .put("name", "parity")
                                .build())
                .build();
        return JsonObject.builder()
                .put("apiVersion", "chartroom.dev/v1alpha1")
                .put("kind", "KindDefinition")
                .put(
                        "metadata",
                        JsonObject.builder().put("name", plural() + "." + group).build())
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("group", group)
                                .put("names", names)
                                .put(
                                        "versions",
                                        versions(JsonObject.EMPTY, UnaryOperator.identity())
                                                .map(version -> ((JsonObject) version).with(COLUMNS, printerColumns)))
                                .put("release", release)
                                .build())
                .build();
    }

    private @Nullable JsonObject conversion() {
        if (webhook.isEmpty()) {
            return null;
        }
        return JsonObject.builder()
                .put("strategy", "Webhook")
                .put(
                        "webhook",
                        JsonObject.builder()
                                .put("clientConfig", webhook)
                                .put("conversionReviewVersions", JsonArray.ofStrings(List.of("v1")))
                                .build())
                .build();
    }

    /** Chartroom takes a spec that is left out for an empty one. A CRD does so by a default, which has to be valid. */
    private static JsonObject withDefault(JsonObject spec) {
        boolean mayBeEmpty = Stream.of("required", "minProperties", "anyOf", "oneOf", "allOf", "not")
                .noneMatch(spec::has);
        return mayBeEmpty ? spec.with("default", JsonObject.EMPTY) : spec;
    }

    /** @param declared makes the schema of the spec what is declared */
    private JsonArray versions(JsonObject furtherProperties, UnaryOperator<JsonObject> declared) {
        List<JsonValue> versions = new ArrayList<>();
        JsonObject stored = JsonObject.builder()
                .put("name", VERSION)
                .put("storage", true)
                .put("spec", spec)
                .build();
        versions.add(version(stored, furtherProperties, declared));
        older.objects().forEach(version -> versions.add(version(version, furtherProperties, declared)));
        return new JsonArray(versions);
    }

    private static JsonObject version(
            JsonObject version, JsonObject furtherProperties, UnaryOperator<JsonObject> declared) {
        JsonObject text = JsonObject.builder().put("type", "string").build();
        JsonObject properties = JsonObject.builder()
                .put("apiVersion", text)
                .put("kind", text)
                .put("metadata", JsonObject.builder().put("type", "object").build())
                .put("spec", declared.apply(version.objectOrEmpty("spec")))
                .putAll(furtherProperties)
                .build();
        JsonObject schema = JsonObject.builder()
                .put("type", "object")
                .put("properties", properties)
                .build();
        return JsonObject.builder()
                .put("served", true)
                .put("storage", false)
                .putAll(version.without("spec"))
                .put("schema", JsonObject.of("openAPIV3Schema", schema))
                .build();
    }

    private static JsonArray columns() {
        return new JsonArray(ApplicationTable.columns().stream()
                .filter(column -> COLUMN_PATHS.containsKey(column.name()))
                .<JsonValue>map(TestKind::column)
                .toList());
    }

    private static JsonObject column(TableColumn column) {
        return JsonObject.builder()
                .put("name", column.name())
                .put("type", column.name().equals("Age") ? "date" : column.type())
                .putIfPresent("format", column.format())
                .put("description", column.description())
                .put("priority", column.priority())
                .put("jsonPath", COLUMN_PATHS.getOrDefault(column.name(), ""))
                .build();
    }
}

package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.conformance.cases.CaseKind;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.table.ApplicationTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kind that both sides serve, from one description.
 *
 * @param names {@code kind}, {@code plural}, {@code singular}, and optionally {@code shortNames} and {@code categories}
 * @param spec the schema of the spec
 * @param printerColumns the printer columns of both sides; if empty, the CRD declares Chartroom's defaults
 * @param exact whether the kube-apiserver must know every keyword of the schema
 * @param observed whether the CRD's status has the default of a new HelmRelease, which no controller has observed. A
 *     CRD stores this default with the first write, even if the write changes nothing else.
 * @param older the versions besides the stored version, each as in a definition, but with the schema of the spec
 * @param webhook the {@code clientConfig} of the CRD's conversion webhook; empty if there is none
 * @param scale the paths of the scale subresource; empty if the kind does not have it
 */
record TestKind(
        JsonObject names,
        JsonObject spec,
        JsonArray printerColumns,
        boolean exact,
        boolean observed,
        JsonArray older,
        JsonObject webhook,
        JsonObject scale) {
    static final String VERSION = "v1";

    private static final String COLUMNS = "additionalPrinterColumns";
    private static final String SUBRESOURCES = "subresources";
    private static final String SCALE = "scale";

    /**
     * The paths of the cells of Chartroom's columns, in the syntax of a CRD. No path finds the digest in a version, so
     * its path finds nothing.
     */
    private static final Map<String, String> COLUMN_PATHS = Map.of(
            "Ready", ".status.conditions[?(@.type==\"Ready\")].status",
            "Age", ".metadata.creationTimestamp",
            "Version", ".status.version",
            "Digest", ".status.digest",
            "Reason", ".status.conditions[?(@.type==\"Ready\")].reason",
            "Message", ".status.conditions[?(@.type==\"Ready\")].message");

    /** Reads a kind of {@code parity/kinds}. */
    static TestKind of(JsonObject file) {
        return new TestKind(
                file.without("spec").without("versions").without(COLUMNS).without(SCALE),
                file.objectOrEmpty("spec"),
                file.arrayOrEmpty(COLUMNS),
                true,
                true,
                file.arrayOrEmpty("versions"),
                JsonObject.EMPTY,
                file.objectOrEmpty(SCALE));
    }

    /** Returns a copy whose CRD has a conversion webhook. */
    TestKind convertedBy(JsonObject clientConfig) {
        return new TestKind(names, spec, printerColumns, exact, observed, older, clientConfig, scale);
    }

    /** Returns a copy with another name and without a default of the status. */
    TestKind unobserved(String kind, String plural) {
        JsonObject names =
                JsonObject.builder().put("kind", kind).put("plural", plural).build();
        return new TestKind(names, spec, printerColumns, exact, false, JsonArray.EMPTY, JsonObject.EMPTY, scale);
    }

    String kind() {
        return names.stringOrEmpty("kind");
    }

    String plural() {
        return names.stringOrEmpty("plural");
    }

    /** Returns the kind for its cases. The samples are those of a Widget. */
    CaseKind inCases() {
        return new CaseKind(
                kind(),
                names.string("listKind").orElse(kind() + "List"),
                plural(),
                VERSION,
                older.objects().stream()
                        .map(version -> version.stringOrEmpty("name"))
                        .findFirst(),
                IntStream.range(0, CaseKind.SAMPLES)
                        .mapToObj(size -> size == 0 ? JsonObject.EMPTY : JsonObject.of("size", JsonNumber.of(size)))
                        .map(spec -> JsonObject.of("spec", spec))
                        .toList());
    }

    /** Returns the kind as a CustomResourceDefinition. */
    JsonObject crd(String group) {
        JsonObject.Builder status =
                JsonObject.builder().put("type", "object").put("x-kubernetes-preserve-unknown-fields", true);
        if (observed) {
            status.put("default", Application.UNOBSERVED);
        }
        JsonObject served = JsonObject.builder()
                .put(SUBRESOURCES, subresources())
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

    /** Returns the kind as a KindDefinition. */
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
                                                .map(version -> ((JsonObject) version)
                                                        .with(COLUMNS, printerColumns)
                                                        .with(SUBRESOURCES, subresources())))
                                .put("release", release)
                                .build())
                .build();
    }

    private JsonObject subresources() {
        JsonObject status = JsonObject.of("status", JsonObject.EMPTY);
        return scale.isEmpty() ? status : status.with(SCALE, scale);
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

    /** Adds the default of a missing spec, which is empty in Chartroom. A CRD's default must be valid. */
    private static JsonObject withDefault(JsonObject spec) {
        boolean mayBeEmpty = Stream.of("required", "minProperties", "anyOf", "oneOf", "allOf", "not")
                .noneMatch(spec::has);
        return mayBeEmpty ? spec.with("default", JsonObject.EMPTY) : spec;
    }

    /** @param declared wraps the schema of the spec */
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

package dev.chartroom.charts;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.charts.KindChoices.ChartRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The kind made from a chart.
 *
 * @param definition a KindDefinition; the DefinitionReader has not validated it yet
 * @param remarks notes for the user, one sentence each
 */
public record ChartKind(JsonObject definition, List<String> remarks) {
    private static final String GROUP = "apps.example.com";
    private static final String VERSION = "v1alpha1";
    private static final String NAMESPACE = "flux-system";

    public ChartKind {
        remarks = List.copyOf(remarks);
    }

    /**
     * Makes the definition of a kind.
     *
     * @param expressions decides which patterns and rules the schema may have
     * @throws IllegalArgumentException if the chart has no name or cannot be installed
     */
    public static ChartKind of(Chart chart, KindChoices choices, SchemaExpressions expressions) {
        chart.requireInstallable();
        List<String> remarks = new ArrayList<>();
        String group = chosen(choices.group(), GROUP, "group", remarks);
        ChartRef chartRef = choices.chartRef() == null
                ? new ChartRef("OCIRepository", NAMESPACE, chart.name())
                : choices.chartRef();
        if (choices.chartRef() == null) {
            remarks.add("--chart-ref is not set; the definition uses OCIRepository/" + NAMESPACE + "/" + chart.name());
        }
        String kind = Objects.requireNonNullElseGet(choices.kind(), () -> DerivedNames.kind(chart.name()));
        String plural = Objects.requireNonNullElseGet(choices.plural(), () -> DerivedNames.plural(kind));
        ChartSchema schema = ChartSchema.of(chart, expressions);
        schema.remarks().forEach(remark -> remarks.add(remark.toString()));
        JsonObject spec = JsonObject.builder()
                .put("group", group)
                .put(
                        "names",
                        JsonObject.builder()
                                .put("kind", kind)
                                .put("plural", plural)
                                .build())
                .putIfPresent(
                        "description",
                        chart.metadata().stringOrEmpty("description").strip())
                .put("versions", JsonArray.of(version(choices, ofObject(chart, schema))))
                .put("release", release(chart, choices, chartRef))
                .build();
        return new ChartKind(
                JsonObject.builder()
                        .put("apiVersion", "chartroom.dev/v1alpha1")
                        .put("kind", "KindDefinition")
                        .put("metadata", JsonObject.of("name", new JsonString(plural + "." + group)))
                        .put("spec", spec)
                        .build(),
                remarks);
    }

    /**
     * Returns only the schema of the whole object, with the description of the chart.
     *
     * @throws IllegalArgumentException in the same cases as {@link #of}
     */
    public static JsonObject openApiV3Schema(Chart chart, SchemaExpressions expressions) {
        chart.requireInstallable();
        JsonObject schema = ofObject(chart, ChartSchema.of(chart, expressions));
        String description = chart.metadata().stringOrEmpty("description").strip();
        return description.isEmpty() ? schema : schema.with("description", new JsonString(description));
    }

    private static JsonObject ofObject(Chart chart, ChartSchema schema) {
        JsonObject described = schema.schema().has("description")
                ? schema.schema()
                : schema.schema().with("description", new JsonString("The values of the chart " + chart.name() + "."));
        return JsonObject.builder()
                .put("type", "object")
                .put("properties", JsonObject.of("spec", described))
                .build();
    }

    private static JsonObject version(KindChoices choices, JsonObject whole) {
        return JsonObject.builder()
                .put("name", Objects.requireNonNullElse(choices.version(), VERSION))
                .put("served", true)
                .put("storage", true)
                .put("schema", JsonObject.of("openAPIV3Schema", whole))
                .build();
    }

    private static JsonValue release(Chart chart, KindChoices choices, ChartRef chartRef) {
        return JsonObject.builder()
                .put("prefix", Objects.requireNonNullElseGet(choices.prefix(), () -> DerivedNames.prefix(chart.name())))
                .put(
                        "chartRef",
                        JsonObject.builder()
                                .put("kind", chartRef.kind())
                                .put("namespace", chartRef.namespace())
                                .put("name", chartRef.name())
                                .build())
                .build();
    }

    private static String chosen(@Nullable String choice, String defaultValue, String option, List<String> remarks) {
        if (choice == null) {
            remarks.add("--" + option + " is not set; the definition uses " + defaultValue);
        }
        return Objects.requireNonNullElse(choice, defaultValue);
    }
}

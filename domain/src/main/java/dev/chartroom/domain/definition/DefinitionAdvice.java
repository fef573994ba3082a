package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.util.ArrayList;
import java.util.List;

/** Suggests improvements of an accepted definition. */
public final class DefinitionAdvice {
    private static final JsonPointer DESCRIPTION = JsonPointer.parse("/spec/description");
    private static final JsonPointer DASHBOARD = JsonPointer.parse("/spec/dashboard/description");
    private static final JsonPointer CHART = JsonPointer.parse("/spec/release/chartRef");
    private static final JsonPointer CHART_SOURCE = JsonPointer.parse("/spec/release/chart/spec/sourceRef");
    private static final JsonPointer SCHEMA_TEXT = JsonPointer.parse("/spec/application/openAPISchema");

    private DefinitionAdvice() {}

    /**
     * Returns the suggestions.
     *
     * @param definition a definition in either format
     * @param kind the kind that it declares
     */
    public static List<Advice> of(JsonObject definition, ApplicationKind kind) {
        boolean ours = definition.stringOrEmpty("kind").equals(KindDefinitionReader.KIND);
        List<Advice> advice = new ArrayList<>();
        if (kind.description().isBlank()) {
            advice.add(new Advice(ours ? DESCRIPTION : DASHBOARD, "the kind has no description for kubectl explain"));
        }
        boolean named = switch (kind.release().chart()) {
            case ReleaseChart.Reference(var json) -> json.has("namespace");
            case ReleaseChart.Template(var json) ->
                json.objectOrEmpty("spec").objectOrEmpty("sourceRef").has("namespace");
        };
        if (!named && !kind.release().equals(ReleaseTemplate.NONE)) {
            advice.add(new Advice(
                    kind.release().chartRef().isEmpty() ? CHART_SOURCE : CHART,
                    "the chart has no namespace, so Flux looks for the chart in the namespace of each object"));
        }
        SchemaAdvice schema = new SchemaAdvice(
                ours ? schema(definition, kind) : SCHEMA_TEXT,
                ours,
                definition.objectOrEmpty("spec").arrayOrEmpty("sensitivePaths").strings());
        advice.addAll(schema.of(kind.schema().json()));
        return List.copyOf(advice);
    }

    /** Returns the path of the stored version's schema. The given kind is in the stored version. */
    private static JsonPointer schema(JsonObject definition, ApplicationKind kind) {
        List<JsonObject> versions =
                definition.objectOrEmpty("spec").arrayOrEmpty("versions").objects();
        int stored = 0;
        for (int i = 0; i < versions.size(); i++) {
            if (versions.get(i).stringOrEmpty("name").equals(kind.version())) {
                stored = i;
            }
        }
        return JsonPointer.parse("/spec/versions/" + stored + "/schema/openAPIV3Schema/properties/spec");
    }
}

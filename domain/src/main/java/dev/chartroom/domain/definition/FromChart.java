package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.domain.kind.TextRule;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A schema that follows a chart. The version has {@code fromChart} instead of {@code openAPIV3Schema}.
 * {@code fromChart} can name the source of the chart. By default, the schema follows the chart of the releases. The
 * schema is filled in before the definition is read.
 */
public final class FromChart {
    /** The name of this field in the schema of a version. */
    public static final String FIELD = "fromChart";

    private static final String SCHEMA = "openAPIV3Schema";
    private static final String SOURCE = "sourceRef";

    private FromChart() {}

    /**
     * Returns the sources of the charts that a definition follows. Skips malformed sources, which the reader reports.
     */
    public static Set<SourceRef> sources(JsonObject definition) {
        Set<SourceRef> sources = new LinkedHashSet<>();
        completed(definition, source -> {
            sources.add(source);
            return Optional.empty();
        });
        return sources;
    }

    /**
     * Returns the definition with the schemas of its charts instead of {@code fromChart}.
     *
     * @param schemas returns the {@code openAPIV3Schema} of the chart from a source; if the result is empty, the
     *     version stays unchanged
     */
    public static JsonObject completed(JsonObject definition, Function<SourceRef, Optional<JsonObject>> schemas) {
        JsonObject spec = definition.objectOrEmpty("spec");
        boolean ours = definition.stringOrEmpty("kind").equals(KindDefinitionReader.KIND)
                && definition.stringOrEmpty("apiVersion").equals(KindDefinitionReader.API_VERSION);
        if (!ours || spec.arrayOrEmpty("versions").isEmpty()) {
            return definition;
        }
        JsonObject chartRef = spec.objectOrEmpty("release").objectOrEmpty("chartRef");
        JsonValue versions = spec.arrayOrEmpty("versions").map(version -> version(version, chartRef, schemas));
        return definition.with("spec", spec.with("versions", versions));
    }

    /**
     * Returns the definition with {@code fromChart} instead of its schemas.
     *
     * @param definition a KindDefinition
     */
    public static JsonObject following(JsonObject definition) {
        JsonObject spec = definition.objectOrEmpty("spec");
        JsonObject schema = JsonObject.of(FIELD, JsonObject.EMPTY);
        return definition.with(
                "spec",
                spec.with(
                        "versions",
                        spec.arrayOrEmpty("versions")
                                .map(version -> version instanceof JsonObject object
                                        ? object.with("schema", schema)
                                        : version)));
    }

    private static JsonValue version(
            JsonValue version, JsonObject chartRef, Function<SourceRef, Optional<JsonObject>> schemas) {
        JsonObject schema = version instanceof JsonObject object ? object.objectOrEmpty("schema") : JsonObject.EMPTY;
        return schema.has(SCHEMA)
                ? version
                : source(schema, chartRef)
                        .flatMap(schemas)
                        .<JsonValue>map(made -> ((JsonObject) version)
                                .with("schema", schema.without(FIELD).with(SCHEMA, made)))
                        .orElse(version);
    }

    private static Optional<SourceRef> source(JsonObject schema, JsonObject chartRef) {
        if (!(schema.get(FIELD) instanceof JsonObject fromChart)) {
            return Optional.empty();
        }
        if (fromChart.isEmpty()) {
            return SourceRef.of(chartRef);
        }
        return fromChart.names().equals(Set.of(SOURCE))
                ? SourceRef.of(fromChart.objectOrEmpty(SOURCE))
                : Optional.empty();
    }

    /**
     * Reads the schema of a version.
     *
     * @param definition the definition that contains the version; it names the chart of the releases
     * @return {@code openAPIV3Schema}; a stand-in if it is missing or a problem was noted
     */
    static DefinitionFields openApiV3Schema(JsonObject definition, DefinitionFields schema) {
        if (!schema.has("fromChart")) {
            return schema.object("openAPIV3Schema");
        }
        DefinitionFields fromChart = schema.objectOrEmpty("fromChart");
        if (schema.has("openAPIV3Schema")) {
            schema.ignore("openAPIV3Schema");
            schema.problem(FIELD, "must not be set together with openAPIV3Schema");
        }
        if (fromChart.has("sourceRef")) {
            source(fromChart.object("sourceRef"));
        } else if (namespaceIsMissing(definition)) {
            schema.problem(FIELD, "requires the namespace of the chart, in spec.release.chartRef or in sourceRef");
        }
        if (!sources(definition).isEmpty()) {
            schema.problem(FIELD, "only a server that follows the chart knows the schema of the chart");
        }
        return DefinitionFields.missing();
    }

    private static void source(DefinitionFields source) {
        source.textOr("apiVersion", "", TextRule.SOURCE_VERSION);
        source.text("kind", TextRule.CHART_KIND);
        source.text("namespace", TextRule.NAMESPACE);
        source.text("name", TextRule.OBJECT_NAME);
    }

    private static boolean namespaceIsMissing(JsonObject definition) {
        return definition
                .objectOrEmpty("spec")
                .objectOrEmpty("release")
                .objectOrEmpty("chartRef")
                .stringOrEmpty("namespace")
                .isEmpty();
    }
}

package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.TextRule;

/** Reads {@code spec.release.chart}, which has the form of a HelmRelease's {@code spec.chart}. */
final class ChartTemplateReader {
    private ChartTemplateReader() {}

    static ReleaseChart.Template read(DefinitionFields chart) {
        DefinitionFields metadata = chart.objectOrEmpty("metadata");
        JsonObject labels = JsonObject.ofStrings(metadata.labels("labels"));
        JsonObject annotations = JsonObject.ofStrings(metadata.annotations("annotations"));
        JsonObject read = unlessEmpty(unlessEmpty(JsonObject.EMPTY, "labels", labels), "annotations", annotations);
        return new ReleaseChart.Template(
                unlessEmpty(JsonObject.EMPTY, "metadata", read).with("spec", spec(chart.object("spec"))));
    }

    private static JsonObject spec(DefinitionFields spec) {
        spec.text("chart", TextRule.CHART);
        spec.textOr("version", "");
        spec.textOr("reconcileStrategy", "", TextRule.RECONCILE_STRATEGY);
        spec.texts("valuesFiles", TextRule.VALUES_FILE);
        spec.flag("ignoreMissingValuesFiles", false);
        spec.durationOrNull("interval");
        JsonObject source = source(spec.object("sourceRef"));
        JsonObject read = spec.knownJson().with("sourceRef", source);
        if (spec.has("verify")) {
            read = read.with("verify", verify(spec.objectOrEmpty("verify")));
        }
        // The defaults of the HelmRelease's CustomResourceDefinition. With these defaults, a stored release equals the
        // written release.
        return withDefault(withDefault(read, "version", "*"), "reconcileStrategy", "ChartVersion");
    }

    private static JsonObject source(DefinitionFields source) {
        source.textOr("apiVersion", "");
        source.text("kind", TextRule.SOURCE_KIND);
        source.text("name", TextRule.OBJECT_NAME);
        source.textOr("namespace", "", TextRule.NAMESPACE);
        return source.knownJson();
    }

    private static JsonObject verify(DefinitionFields verify) {
        verify.text("provider", TextRule.SIGNATURE_PROVIDER);
        JsonObject read = verify.knownJson();
        if (!verify.has("secretRef")) {
            return read;
        }
        DefinitionFields secret = verify.objectOrEmpty("secretRef");
        secret.text("name", TextRule.OBJECT_NAME);
        return read.with("secretRef", secret.knownJson());
    }

    private static JsonObject unlessEmpty(JsonObject object, String name, JsonObject value) {
        return value.isEmpty() ? object : object.with(name, value);
    }

    private static JsonObject withDefault(JsonObject spec, String name, String value) {
        return spec.has(name) ? spec : spec.with(name, new JsonString(value));
    }
}

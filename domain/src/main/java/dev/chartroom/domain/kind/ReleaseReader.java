package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code spec.release}, whose fields have the same names in both formats. */
final class ReleaseReader {
    private ReleaseReader() {}

    /** The fields that both formats have. */
    static ReleaseTemplate template(DefinitionFields release, Settings settings, JsonArray valuesFrom) {
        if (!release.has("prefix")) {
            release.problem("prefix", "required, but may be empty");
        }
        JsonArray healthCheckExprs = healthCheckExprs(release);
        String waitStrategy = release.textOr("waitStrategy", "", TextRule.WAIT_STRATEGY);
        if (waitStrategy.isEmpty() && !healthCheckExprs.isEmpty()) {
            waitStrategy = "poller"; // the only one that evaluates them
        }
        return new ReleaseTemplate(
                release.textOr("prefix", "", TextRule.RELEASE_PREFIX),
                chartRef(release.object("chartRef")),
                release.labels("labels"),
                valuesFrom,
                settings,
                waitStrategy.isEmpty() ? null : waitStrategy,
                healthCheckExprs);
    }

    /** The fields of Settings, each of which falls back on the default. */
    static Settings settings(DefinitionFields release, Settings defaults) {
        return new Settings(
                release.duration("interval", defaults.interval()),
                release.duration("retryInterval", defaults.retryInterval()),
                release.duration("installTimeout", defaults.installTimeout()),
                release.duration("upgradeTimeout", defaults.upgradeTimeout()),
                release.count("maxHistory", defaults.maxHistory()),
                release.flag("disableWait", defaults.disableWait()));
    }

    static JsonArray valuesFrom(DefinitionFields release) {
        List<JsonValue> sources = new ArrayList<>();
        for (DefinitionFields source : release.objects("valuesFrom")) {
            source.text("kind", TextRule.VALUES_KIND);
            source.text("name", TextRule.OBJECT_NAME);
            source.textOr("valuesKey", "", TextRule.VALUES_KEY);
            source.textOr("targetPath", "", TextRule.TARGET_PATH);
            source.flag("optional", false);
            source.flag("literal", false);
            sources.add(source.knownJson());
        }
        return new JsonArray(sources);
    }

    private static JsonObject chartRef(DefinitionFields chartRef) {
        chartRef.textOr("apiVersion", "");
        chartRef.text("kind", TextRule.CHART_KIND);
        chartRef.text("name", TextRule.OBJECT_NAME);
        chartRef.textOr("namespace", "", TextRule.NAMESPACE);
        return chartRef.knownJson();
    }

    private static JsonArray healthCheckExprs(DefinitionFields release) {
        List<JsonValue> checks = new ArrayList<>();
        for (DefinitionFields check : release.objects("healthCheckExprs")) {
            check.text("apiVersion");
            check.text("kind");
            check.text("current");
            check.textOr("inProgress", "");
            check.textOr("failed", "");
            checks.add(check.knownJson());
        }
        return new JsonArray(checks);
    }
}

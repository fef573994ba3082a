package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.Rollout;
import dev.chartroom.domain.kind.TextRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code spec.release}. The fields that both formats share have the same names. */
final class ReleaseTemplateReader {
    private ReleaseTemplateReader() {}

    /** Reads the release of a KindDefinition, including the fields that an ApplicationDefinition does not have. */
    static ReleaseTemplate ofKindDefinition(DefinitionFields release, String group, Settings defaults) {
        Settings settings = settings(release, defaults);
        Map<String, String> annotations = release.annotations("annotations");
        refuseOwned(release, "annotations", annotations, group);
        String serviceAccount = release.textOr("serviceAccountName", "", TextRule.OBJECT_NAME);
        return shared(release, group, chart(release))
                .settings(settings)
                .annotations(annotations)
                .valuesFrom(valuesFrom(release))
                .timeout(release.durationOrNull("timeout"))
                .onInstallFailure(FluxActionReader.install(release.objectOrEmpty("install"), settings.retryInterval()))
                .onUpgradeFailure(FluxActionReader.upgrade(release.objectOrEmpty("upgrade"), settings.retryInterval()))
                .driftDetection(FluxActionReader.driftDetection(release.objectOrEmpty("driftDetection")))
                .serviceAccountName(serviceAccount.isEmpty() ? null : serviceAccount)
                .rollout(release.has("rollout") ? rollout(release.objectOrEmpty("rollout")) : null)
                .projected(release.flag("projected", false))
                .allowForce(release.flag("allowForce", false))
                .build();
    }

    /** Reads the fields that both formats have. */
    static ReleaseTemplate.Builder shared(DefinitionFields release, String group, ReleaseChart chart) {
        if (!release.has("prefix")) {
            release.problem("prefix", "required, but may be empty");
        }
        JsonArray healthCheckExprs = healthCheckExprs(release);
        String waitStrategy = release.textOr("waitStrategy", "", TextRule.WAIT_STRATEGY);
        if (waitStrategy.isEmpty() && !healthCheckExprs.isEmpty()) {
            waitStrategy = "poller"; // the only strategy that evaluates health check expressions
        }
        Map<String, String> labels = release.labels("labels");
        refuseOwned(release, "labels", labels, group);
        return ReleaseTemplate.builder(release.textOr("prefix", "", TextRule.RELEASE_PREFIX), chart)
                .labels(labels)
                .waitStrategy(waitStrategy.isEmpty() ? null : waitStrategy)
                .healthCheckExprs(healthCheckExprs);
    }

    static ReleaseChart.Reference chartRef(DefinitionFields release) {
        DefinitionFields chartRef = release.object("chartRef");
        chartRef.textOr("apiVersion", "");
        chartRef.text("kind", TextRule.CHART_KIND);
        chartRef.text("name", TextRule.OBJECT_NAME);
        chartRef.textOr("namespace", "", TextRule.NAMESPACE);
        return new ReleaseChart.Reference(chartRef.knownJson());
    }

    private static ReleaseChart chart(DefinitionFields release) {
        if (!release.has("chart")) {
            return chartRef(release);
        }
        if (release.has("chartRef")) {
            release.problem("chart", "must not be set together with chartRef");
            chartRef(release);
        }
        return ChartTemplateReader.read(release.objectOrEmpty("chart"));
    }

    private static Rollout rollout(DefinitionFields rollout) {
        if (!rollout.has("perMinute")) {
            rollout.problem("perMinute", "required");
        }
        return new Rollout(
                rollout.count("perMinute", 1, 1), rollout.count("maxUnready", 1, 1), rollout.flag("paused", false));
    }

    /**
     * Rejects reserved keys. The prefix {@code <group>-} is for the keys that a tenant sets. The prefix
     * {@code <group>/application.} is for the keys that the server sets, such as the name of a release's object.
     */
    private static void refuseOwned(DefinitionFields release, String name, Map<String, String> keyed, String group) {
        for (String key : keyed.keySet()) {
            if (key.startsWith(group + "-")) {
                release.problem(
                        name,
                        "\"" + key + "\" must not begin with \"" + group + "-\", the prefix of the object's own "
                                + name);
            } else if (key.startsWith(group + "/application.")) {
                release.problem(name, "\"" + key + "\" is set by the server itself");
            }
        }
    }

    /** Reads the settings. A missing field gets its default. */
    private static Settings settings(DefinitionFields release, Settings defaults) {
        return new Settings(
                release.duration("interval", defaults.interval()),
                release.duration("retryInterval", defaults.retryInterval()),
                release.duration("installTimeout", defaults.installTimeout()),
                release.duration("upgradeTimeout", defaults.upgradeTimeout()),
                release.count("maxHistory", defaults.maxHistory()),
                release.flag("disableWait", defaults.disableWait()));
    }

    private static JsonArray valuesFrom(DefinitionFields release) {
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

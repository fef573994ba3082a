package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.FailureStrategy;
import dev.chartroom.domain.kind.ReleaseTemplate;
import org.jspecify.annotations.Nullable;

/** Creates the release of a new Application from the kind's template. */
final class NewRelease {
    private NewRelease() {}

    static JsonObject of(ApplicationKind kind, Application application) {
        return JsonObject.builder()
                .put("apiVersion", ReleaseConverter.API_VERSION)
                .put("kind", ReleaseConverter.KIND)
                .put("metadata", metadata(kind, application.metadata()))
                .put("spec", spec(kind.release(), application.spec()))
                .build();
    }

    /** Returns the part of a release that its kind's template defines. */
    static JsonObject templated(ApplicationKind kind) {
        ReleaseTemplate template = kind.release();
        return JsonObject.builder()
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("labels", JsonObject.ofStrings(template.labels()))
                                .put("annotations", JsonObject.ofStrings(template.annotations()))
                                .build())
                .put("spec", spec(template, null))
                .build();
    }

    /** Records the template, so that a rollout can distinguish the template's fields from direct edits. */
    private static JsonObject onRecord(ApplicationKind kind, JsonObject metadata) {
        return kind.release().rollout().isPresent() ? TemplateRecord.ofNew(kind).addedTo(kind, metadata) : metadata;
    }

    private static JsonObject metadata(ApplicationKind kind, ObjectMeta application) {
        String group = kind.group();
        JsonObject labels = JsonObject.ofStrings(kind.release().labels()).toBuilder()
                .putAll(ReleaseLabels.prefixed(group, application.labels()))
                .build();
        JsonObject metadata = JsonObject.builder()
                .put("name", kind.release().releaseName(application.name()))
                .putIfPresent("generateName", GeneratedName.ofRelease(kind, application.generateName()))
                .putIfPresent("namespace", application.namespace())
                .put("labels", ReleaseLabels.identified(kind, labels, application.name()))
                .build();
        JsonObject annotations = JsonObject.ofStrings(kind.release().annotations()).toBuilder()
                .putAll(ReleaseAnnotations.replaced(kind, JsonObject.EMPTY, application.annotations()))
                .build();
        return RecordedManagers.recorded(
                kind,
                ReleaseConverter.withSharedLists(
                        group,
                        onRecord(kind, ReleaseConverter.withMember(metadata, "annotations", annotations)),
                        application),
                application.managedFields());
    }

    private static JsonObject spec(ReleaseTemplate template, @Nullable JsonObject values) {
        ReleaseTemplate.Settings settings = template.settings();
        JsonObject.Builder spec = JsonObject.builder()
                .put(template.chart().field(), template.chart().json())
                .put("interval", settings.interval().toString())
                .putIfPresent("timeout", text(template.timeout()))
                .put("maxHistory", settings.maxHistory())
                .put("install", action(settings, settings.installTimeout(), template.onInstallFailure()))
                .put("upgrade", action(settings, settings.upgradeTimeout(), template.onUpgradeFailure()));
        spec.putIfPresent("serviceAccountName", template.serviceAccountName());
        putUnlessEmpty(spec, "valuesFrom", template.valuesFrom());
        spec.putIfPresent("values", values);
        String waitStrategy = waitStrategy(template);
        if (waitStrategy != null) {
            spec.put(
                    "waitStrategy",
                    JsonObject.builder().put("name", waitStrategy).build());
        }
        putUnlessEmpty(spec, "healthCheckExprs", template.healthCheckExprs());
        if (!template.driftDetection().isEmpty()) {
            spec.put("driftDetection", template.driftDetection());
        }
        return spec.build();
    }

    private static JsonObject action(ReleaseTemplate.Settings settings, GoDuration timeout, FailureStrategy onFailure) {
        JsonObject.Builder strategy = JsonObject.builder().put("name", onFailure.name());
        JsonObject.Builder action = JsonObject.builder().put("timeout", timeout.toString());
        switch (onFailure) {
            case FailureStrategy.RetryOnFailure(var interval) ->
                action.put(
                        "strategy",
                        strategy.put("retryInterval", interval.toString()).build());
            case FailureStrategy.RemediateOnFailure(var remediation) -> {
                action.put("strategy", strategy.build());
                if (!remediation.isEmpty()) {
                    action.put("remediation", remediation);
                }
            }
        }
        if (settings.disableWait()) {
            action.put("disableWait", true);
        }
        return action.build();
    }

    /** Flux evaluates health check expressions only with the wait strategy {@code poller}. */
    private static @Nullable String waitStrategy(ReleaseTemplate template) {
        return template.waitStrategy() == null && !template.healthCheckExprs().isEmpty()
                ? "poller"
                : template.waitStrategy();
    }

    private static @Nullable String text(@Nullable GoDuration duration) {
        return duration == null ? null : duration.toString();
    }

    private static void putUnlessEmpty(JsonObject.Builder spec, String field, JsonArray value) {
        if (!value.isEmpty()) {
            spec.put(field, value);
        }
    }
}

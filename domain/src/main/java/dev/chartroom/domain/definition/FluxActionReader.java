package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.domain.kind.FailureStrategy;
import dev.chartroom.domain.kind.TextRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads how Flux handles failures and drift of a release. */
final class FluxActionReader {
    private static final String RETRY = "RetryOnFailure";

    /** As in Flux, a negative number means no limit. */
    private static final int UNLIMITED = -1;

    private FluxActionReader() {}

    /** Reads {@code install}; null if it has no strategy for failures. */
    static @Nullable FailureStrategy install(DefinitionFields install, GoDuration retryInterval) {
        return strategy(install, retryInterval, install.objectOrEmpty("remediation"));
    }

    /** Reads {@code upgrade}; null if it has no strategy for failures. */
    static @Nullable FailureStrategy upgrade(DefinitionFields upgrade, GoDuration retryInterval) {
        DefinitionFields remediation = upgrade.objectOrEmpty("remediation");
        remediation.textOr("strategy", "", TextRule.REMEDIATION);
        return strategy(upgrade, retryInterval, remediation);
    }

    private static @Nullable FailureStrategy strategy(
            DefinitionFields action, GoDuration retryInterval, DefinitionFields remediation) {
        DefinitionFields strategy = action.objectOrEmpty("strategy");
        String name = action.has("strategy") ? strategy.text("name", TextRule.FAILURE_STRATEGY) : "";
        GoDuration interval = strategy.duration("retryInterval", retryInterval);
        remediation.count("retries", UNLIMITED, 0);
        remediation.flag("ignoreTestFailures", false);
        remediation.flag("remediateLastFailure", false);
        if (name.equals("RemediateOnFailure")) {
            if (strategy.has("retryInterval")) {
                strategy.problem("retryInterval", "is allowed only with the strategy " + RETRY);
            }
            return new FailureStrategy.RemediateOnFailure(remediation.knownJson());
        }
        if (action.has("remediation")) {
            action.problem("remediation", "is allowed only with the strategy RemediateOnFailure");
        }
        return name.equals(RETRY) ? new FailureStrategy.RetryOnFailure(interval) : null;
    }

    /** Reads {@code driftDetection}; empty if it is missing. */
    static JsonObject driftDetection(DefinitionFields drift) {
        drift.textOr("mode", "", TextRule.DRIFT_MODE);
        List<JsonValue> rules = new ArrayList<>();
        for (DefinitionFields rule : drift.objects("ignore")) {
            if (rule.texts("paths", TextRule.JSON_POINTER).isEmpty()) {
                rule.problem("paths", "must contain at least one path");
            }
            JsonObject read = rule.knownJson();
            rules.add(rule.has("target") ? read.with("target", target(rule.objectOrEmpty("target"))) : read);
        }
        JsonObject read = drift.knownJson();
        return read.has("ignore") ? read.with("ignore", new JsonArray(rules)) : read;
    }

    private static JsonObject target(DefinitionFields target) {
        for (String name : List.of("group", "version", "kind", "name", "namespace")) {
            target.textOr(name, "");
        }
        selector(target, "annotationSelector");
        selector(target, "labelSelector");
        return target.knownJson();
    }

    private static void selector(DefinitionFields target, String name) {
        try {
            LabelSelector.parse(target.textOr(name, ""));
        } catch (IllegalArgumentException e) {
            target.problem(name, "must be a label selector: " + e.getMessage());
        }
    }
}

package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.StatusField;
import dev.chartroom.domain.kind.StatusMapping;
import dev.chartroom.domain.kind.TextRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads which parts of a release appear in the status of an object. */
final class StatusReader {
    private static final JsonObject TEXT = ObjectSchema.scalar("string");
    private static final JsonObject INTEGER = ObjectSchema.scalar("integer");

    /** The schema of a HelmRelease of helm.toolkit.fluxcd.io/v2 for expressions. */
    private static final JsonObject RELEASE = ObjectSchema.object(JsonObject.builder()
            .put("metadata", ObjectSchema.METADATA)
            .put("spec", spec())
            .put("status", status())
            .build());

    private final ValueSourceReader sources;

    StatusReader(ValueSourceReader sources) {
        this.sources = sources;
    }

    /** @param stalledAfter the number of failures after which an object is stalled */
    StatusMapping read(DefinitionFields declared, long stalledAfter) {
        Map<String, String> conditions =
                declared.has("conditions") ? conditions(declared) : StatusMapping.DEFAULT_CONDITIONS;
        return new StatusMapping(conditions, fields(declared), stalledAfter);
    }

    private static Map<String, String> conditions(DefinitionFields status) {
        Map<String, String> conditions = new LinkedHashMap<>();
        Set<String> shown = new HashSet<>(StatusMapping.ALWAYS);
        for (DefinitionFields condition : status.objects("conditions")) {
            String type = condition.text("type", TextRule.CONDITION_TYPE);
            String declared = condition.textOr("as", "", TextRule.CONDITION_TYPE);
            String as = declared.isEmpty() ? type : declared;
            if (StatusMapping.ALWAYS.contains(type)) {
                condition.problem("type", type + " is always shown");
            } else if (!shown.add(as)) {
                condition.problem(condition.has("as") ? "as" : "type", "another condition is shown as " + as);
            } else if (conditions.putIfAbsent(type, as) != null) {
                condition.problem("type", "another condition already shows " + type);
            }
        }
        return conditions;
    }

    private List<StatusField> fields(DefinitionFields declared) {
        List<StatusField> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (DefinitionFields field : declared.objects("fields")) {
            String name = field.text("name", TextRule.FIELD_NAME);
            String type = field.text("type", TextRule.FIELD_TYPE);
            if (StatusMapping.RESERVED.contains(name)) {
                field.problem("name", name + " is always shown");
            } else if (!name.isEmpty() && !names.add(name)) {
                field.problem("name", "another field has the name " + name);
            }
            String path = field.textOr("jsonPath", "");
            if (!path.isEmpty() && !path.matches("\\.status\\b.*")) {
                // The values of a release are in its spec and can be sensitive. Masks apply only to the spec of an
                // object, not to the status.
                field.problem("jsonPath", "must begin with .status: \"" + path + "\"");
            }
            String description = field.textOr("description", "");
            sources.read(field, RELEASE)
                    .ifPresent(source -> fields.add(new StatusField(name, type, description, source)));
        }
        return fields;
    }

    private static JsonObject spec() {
        return ObjectSchema.object(JsonObject.builder()
                .put("suspend", ObjectSchema.scalar("boolean"))
                .put("interval", TEXT)
                .put("releaseName", TEXT)
                .put("targetNamespace", TEXT)
                .put("storageNamespace", TEXT)
                .put("chartRef", ObjectSchema.object(texts("kind", "name", "namespace", "apiVersion")))
                .build());
    }

    private static JsonObject status() {
        JsonObject snapshot = texts(
                "name",
                "namespace",
                "action",
                "apiVersion",
                "appVersion",
                "chartName",
                "chartVersion",
                "configDigest",
                "deleted",
                "digest",
                "firstDeployed",
                "lastDeployed",
                "ociDigest",
                "status");
        JsonObject history = ObjectSchema.list(ObjectSchema.object(snapshot.with("version", INTEGER)));
        return ObjectSchema.object(texts(
                        "helmChart",
                        "storageNamespace",
                        "lastAttemptedRevision",
                        "lastAttemptedRevisionDigest",
                        "lastAttemptedConfigDigest",
                        "lastAttemptedReleaseAction",
                        "lastHandledReconcileAt",
                        "lastHandledForceAt",
                        "lastHandledResetAt")
                .toBuilder()
                .put("conditions", ObjectSchema.CONDITIONS)
                .put("history", history)
                .put("observedGeneration", INTEGER)
                .put("lastAttemptedGeneration", INTEGER)
                .put("failures", INTEGER)
                .put("installFailures", INTEGER)
                .put("upgradeFailures", INTEGER)
                .build());
    }

    /** Returns members of type string. */
    private static JsonObject texts(String... names) {
        JsonObject.Builder properties = JsonObject.builder();
        for (String name : names) {
            properties.put(name, TEXT);
        }
        return properties.build();
    }
}

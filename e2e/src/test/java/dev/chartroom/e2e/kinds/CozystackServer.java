package dev.chartroom.e2e.kinds;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;

/**
 * The rules by which Cozystack's server writes an object as a HelmRelease and reads it back. They are written here once
 * more, so that Chartroom is compared with something else than itself.
 */
final class CozystackServer {
    static final String GROUP = "apps.cozystack.io";

    private CozystackServer() {}

    /**
     * Returns the release that Cozystack's server creates.
     *
     * @param definition an ApplicationDefinition
     * @param application an object with a name, a namespace, labels, annotations and a spec
     */
    static JsonObject release(JsonObject definition, JsonObject application) {
        JsonObject template = definition.objectOrEmpty("spec").objectOrEmpty("release");
        JsonObject metadata = application.objectOrEmpty("metadata");
        String name = metadata.stringOrEmpty("name");
        JsonObject.Builder labels = template.objectOrEmpty("labels").toBuilder();
        metadata.objectOrEmpty("labels").members().forEach((key, value) -> labels.put(GROUP + "-" + key, value));
        labels.put(GROUP + "/application.kind", kind(definition))
                .put(GROUP + "/application.group", GROUP)
                .put(GROUP + "/application.name", name);
        JsonObject.Builder annotations = JsonObject.builder();
        metadata.objectOrEmpty("annotations")
                .members()
                .forEach((key, value) -> annotations.put(GROUP + "-" + key, value));
        JsonObject action = JsonObject.builder()
                .put("timeout", "10m0s")
                .put(
                        "strategy",
                        JsonObject.builder()
                                .put("name", "RetryOnFailure")
                                .put("retryInterval", "30s")
                                .build())
                .build();
        return JsonObject.builder()
                .put("apiVersion", "helm.toolkit.fluxcd.io/v2")
                .put("kind", "HelmRelease")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", template.stringOrEmpty("prefix") + name)
                                .put("namespace", metadata.stringOrEmpty("namespace"))
                                .put("labels", labels.build())
                                .put("annotations", annotations.build())
                                .build())
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("chartRef", template.objectOrEmpty("chartRef"))
                                .put("interval", "5m0s")
                                .put("maxHistory", 5)
                                .put("install", action)
                                .put("upgrade", action)
                                .put(
                                        "valuesFrom",
                                        JsonArray.of(JsonObject.builder()
                                                .put("kind", "Secret")
                                                .put("name", "cozystack-values")
                                                .build()))
                                .put("values", application.objectOrEmpty("spec"))
                                .build())
                .build();
    }

    /**
     * Returns the object as Cozystack's server reads it from a release, without defaults and without a status.
     *
     * @throws AssertionError if that server would not find the object in the release
     */
    static JsonObject application(JsonObject definition, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject labels = metadata.objectOrEmpty("labels");
        String prefix =
                definition.objectOrEmpty("spec").objectOrEmpty("release").stringOrEmpty("prefix");
        String name = metadata.stringOrEmpty("name");
        if (!labels.stringOrEmpty(GROUP + "/application.kind").equals(kind(definition))
                || !labels.stringOrEmpty(GROUP + "/application.group").equals(GROUP)
                || !name.startsWith(prefix)) {
            throw new AssertionError("not an object of " + kind(definition) + ": " + metadata);
        }
        JsonObject.Builder shown = JsonObject.builder().put("name", name.substring(prefix.length()));
        for (String same : new String[] {"namespace", "uid", "resourceVersion", "creationTimestamp"}) {
            shown.putIfPresent(same, metadata.get(same));
        }
        shown.put("labels", own(labels)).put("annotations", own(metadata.objectOrEmpty("annotations")));
        JsonObject.Builder spec = JsonObject.builder();
        release.objectOrEmpty("spec").objectOrEmpty("values").members().forEach((key, value) -> {
            if (!key.startsWith("_")) {
                spec.put(key, value);
            }
        });
        return JsonObject.builder()
                .put("apiVersion", GROUP + "/v1alpha1")
                .put("kind", kind(definition))
                .put("metadata", shown.build())
                .put("spec", spec.build())
                .build();
    }

    static String kind(JsonObject definition) {
        return names(definition).stringOrEmpty("kind");
    }

    static String plural(JsonObject definition) {
        return names(definition).stringOrEmpty("plural");
    }

    private static JsonObject names(JsonObject definition) {
        return definition.objectOrEmpty("spec").objectOrEmpty("application");
    }

    private static JsonObject own(JsonObject keys) {
        JsonObject.Builder own = JsonObject.builder();
        keys.members().forEach((key, value) -> {
            if (key.startsWith(GROUP + "-")) {
                own.put(key.substring(GROUP.length() + 1), value);
            }
        });
        return own.build();
    }
}

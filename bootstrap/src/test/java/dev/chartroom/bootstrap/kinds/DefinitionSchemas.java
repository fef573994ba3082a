package dev.chartroom.bootstrap.kinds;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.util.List;
import java.util.Set;

/**
 * Generates the JSON Schemas of both formats for editors. The schema of KindDefinition is its CustomResourceDefinition,
 * expressed in draft 7. The schema of ApplicationDefinition has the parts that Chartroom reads. They mean the same in
 * both formats.
 */
final class DefinitionSchemas {
    private static final JsonObject TEXT = JsonObject.of("type", new JsonString("string"));
    private static final Set<String> KEYWORDS =
            Set.of("description", "type", "required", "enum", "minimum", "maxLength", "pattern");

    private final JsonObject crd;

    /** @param crd the openAPIV3Schema of the CustomResourceDefinition */
    DefinitionSchemas(JsonObject crd) {
        this.crd = crd;
    }

    JsonObject ofKindDefinition() {
        JsonObject status = JsonObject.of("description", new JsonString("The status of the definition."));
        return document(
                "KindDefinition",
                crd.stringOrEmpty("description"),
                "chartroom.dev/v1alpha1",
                rewritten(crd, true).objectOrEmpty("properties").with("status", status),
                false);
    }

    JsonObject ofApplicationDefinition() {
        JsonObject spec = property(crd, "spec");
        JsonObject names = property(spec, "names").objectOrEmpty("properties");
        JsonObject application = open(
                "The kind and the schema of its spec.",
                List.of("kind", "plural", "singular"),
                names.toBuilder().put("openAPISchema", schemaText()).build());
        JsonObject release = property(spec, "release").objectOrEmpty("properties");
        JsonObject.Builder read = JsonObject.builder();
        for (String name : List.of("prefix", "chartRef", "labels", "waitStrategy", "healthCheckExprs")) {
            read.put(name, release.objectOrEmpty(name));
        }
        JsonObject properties = JsonObject.builder()
                .put("application", application)
                .put(
                        "release",
                        open(
                                "The template of the HelmRelease of an object.",
                                List.of("prefix", "chartRef"),
                                read.build()))
                .put("dashboard", dashboard())
                .build();
        return document(
                "ApplicationDefinition",
                "ApplicationDefinition declares an application of Cozystack. Chartroom serves it in the group apps.cozystack.io.",
                "cozystack.io/v1alpha1",
                JsonObject.builder()
                        .put("metadata", metadata())
                        .put(
                                "spec",
                                rewritten(
                                        open("The application.", List.of("application", "release"), properties), false))
                        .build(),
                true);
    }

    private static JsonObject schemaText() {
        return described("The schema of spec, a JSON object as text. Empty for any object.");
    }

    private static JsonObject dashboard() {
        JsonObject keys = JsonObject.builder()
                .put("description", "The keys that lead to a field.")
                .put("type", "array")
                .put("items", TEXT)
                .build();
        return open(
                "How the dashboard shows the application. Chartroom reads only these fields.",
                List.of(),
                JsonObject.builder()
                        .put("description", described("The description of the kind."))
                        .put(
                                "icon",
                                described(
                                        "An SVG image, an image in base64, or a data: URL. Chartroom ignores other icons."))
                        .put(
                                "keysOrder",
                                JsonObject.builder()
                                        .put("description", "The order of the fields in a form.")
                                        .put("type", "array")
                                        .put("items", keys)
                                        .build())
                        .build());
    }

    private static JsonObject metadata() {
        JsonObject annotations = JsonObject.builder()
                .put("release.cozystack.io/helm-install-timeout", described("The timeout of an install, such as 10m."))
                .put("release.cozystack.io/helm-upgrade-timeout", described("The timeout of an upgrade, such as 10m."))
                .put(
                        "release.cozystack.io/helm-install-disable-wait",
                        described("\"true\" if Flux does not wait for the resources of the release."))
                .build();
        return open(
                "The metadata of the definition.",
                List.of(),
                JsonObject.of("annotations", open("The annotations that Chartroom reads.", List.of(), annotations)));
    }

    private static JsonObject described(String description) {
        return JsonObject.builder()
                .put("description", description)
                .put("type", "string")
                .build();
    }

    private static JsonObject open(String description, List<String> required, JsonObject properties) {
        JsonObject.Builder schema =
                JsonObject.builder().put("description", description).put("type", "object");
        if (!required.isEmpty()) {
            schema.put("required", JsonArray.ofStrings(required));
        }
        return schema.put("properties", properties).build();
    }

    private static JsonObject property(JsonObject schema, String name) {
        return schema.objectOrEmpty("properties").objectOrEmpty(name);
    }

    private static JsonObject document(
            String kind, String description, String apiVersion, JsonObject properties, boolean open) {
        JsonObject.Builder all = JsonObject.builder()
                .put("apiVersion", constant("The version of this format.", apiVersion))
                .put("kind", constant("The format.", kind));
        properties.members().forEach((name, value) -> {
            if (!all.has(name)) {
                all.put(name, value);
            }
        });
        JsonObject.Builder schema = JsonObject.builder()
                .put("$schema", "http://json-schema.org/draft-07/schema#")
                .put("title", kind)
                .put("description", description)
                .put("type", "object")
                .put("required", JsonArray.ofStrings(List.of("apiVersion", "kind", "metadata", "spec")))
                .put("properties", all.build());
        return (open ? schema : schema.put("additionalProperties", false)).build();
    }

    private static JsonObject constant(String description, String value) {
        return described(description).with("enum", JsonArray.of(new JsonString(value)));
    }

    /**
     * Converts a schema of the CustomResourceDefinition to the keywords that editors support.
     *
     * @param closed whether unknown fields are rejected, as by the reader of KindDefinitions
     */
    private static JsonObject rewritten(JsonObject schema, boolean closed) {
        JsonObject.Builder kept = JsonObject.builder();
        schema.members().forEach((keyword, value) -> {
            if (KEYWORDS.contains(keyword)) {
                kept.put(keyword, value);
            }
        });
        schema.object("items").ifPresent(items -> kept.put("items", rewritten(items, closed)));
        schema.object("additionalProperties")
                .ifPresent(values -> kept.put("additionalProperties", rewritten(values, closed)));
        schema.object("properties").ifPresent(properties -> {
            JsonObject.Builder each = JsonObject.builder();
            properties.names().forEach(name -> each.put(name, rewritten(properties.objectOrEmpty(name), closed)));
            kept.put("properties", each.build());
            if (closed) {
                kept.put("additionalProperties", false);
            }
        });
        return kept.build();
    }
}

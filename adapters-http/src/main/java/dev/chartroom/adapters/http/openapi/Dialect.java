package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;

/** Writes an API in one version of OpenAPI: the parts that both versions can express. */
sealed interface Dialect permits OpenApiDialect, SwaggerDialect {

    JsonObject parameter(Parameter parameter);

    JsonObject operation(OpenApiOperation operation);

    /** Returns a schema that refers to a definition, with members beside the reference, such as a description. */
    JsonObject reference(String definition, JsonObject beside);

    /** Returns the schema of an answer: a reference to its definition, or that of a text. */
    default JsonObject answer(String definition) {
        return definition.equals(Definitions.TEXT)
                ? JsonObject.of("type", new JsonString("string"))
                : reference(definition, JsonObject.EMPTY);
    }

    /** Returns as much of a sanitised schema as this version can express. */
    JsonObject schema(JsonObject sanitised);

    /**
     * Decides whether the definitions of Kubernetes' own kinds state their kind. In version 2 they must not: the
     * aggregator merges all documents and renames definitions that differ from its own. Clients of the merged document
     * reject two definitions of the same kind.
     */
    boolean namesCoreKinds();

    /** Returns the start of the member that holds a document's definitions, up to the first of them. */
    String schemasBegin();

    /** Returns the end of the member that holds a document's definitions. */
    String schemasEnd();

    /**
     * Writes a template's references in the form of this version. In the template, each reference is the bare name of a
     * definition.
     */
    default JsonObject resolve(JsonObject template) {
        if (template.get("$ref") instanceof JsonString(String definition)) {
            return reference(definition, template.without("$ref"));
        }
        JsonObject.Builder resolved = JsonObject.builder();
        template.members().forEach((name, value) -> resolved.put(name, resolve(value)));
        return resolved.build();
    }

    private JsonValue resolve(JsonValue value) {
        return switch (value) {
            case JsonObject object -> resolve(object);
            case JsonArray array -> array.map(this::resolve);
            default -> value;
        };
    }
}

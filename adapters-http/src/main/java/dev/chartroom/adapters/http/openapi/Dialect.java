package dev.chartroom.adapters.http.openapi;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;

/** How a version of OpenAPI writes what both versions can say. */
sealed interface Dialect permits OpenApiDialect, SwaggerDialect {

    JsonObject parameter(Parameter parameter);

    JsonObject operation(Operation operation);

    /** A schema that refers to a definition, with members beside the reference, such as a description. */
    JsonObject reference(String definition, JsonObject beside);

    /** What this version can say of a sanitised schema. */
    JsonObject schema(JsonObject sanitised);

    /**
     * Whether the definitions of Kubernetes' own kinds say which kind they are. In version 2 they must not: the
     * aggregator puts all documents into one, renames definitions that differ from its own, and clients of that one
     * document refuse two definitions of the same kind.
     */
    boolean namesCoreKinds();

    /** How the member of a document begins that holds its definitions, up to the first of them. */
    String schemasBegin();

    /** How it ends. */
    String schemasEnd();

    /** A template of ours with its references, which name definitions bare, written as this version does. */
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

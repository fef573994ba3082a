package dev.chartroom.conformance.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.document.Yaml;
import java.util.List;
import java.util.Optional;

/**
 * Reads a schema from a document: a CustomResourceDefinition, a KindDefinition, or an OpenAPI v3 schema of the whole
 * object or of its spec.
 */
public final class SchemaFile {
    private static final JsonObject OBJECT =
            JsonObject.builder().put("type", "object").build();
    private static final JsonObject OPEN = OBJECT.with("x-kubernetes-preserve-unknown-fields", JsonBoolean.TRUE);

    private SchemaFile() {}

    /**
     * Returns the schema in a text of YAML or JSON.
     *
     * @param where the source of the text, for messages
     * @param version the version of the resource, which selects one of a definition
     * @throws IllegalArgumentException if the text has no such schema; the message has the place and the problem
     */
    public static ResourceSchema read(String text, String where, String version) {
        List<JsonObject> documents = Yaml.documents(text, where);
        if (documents.size() != 1) {
            throw new IllegalArgumentException(
                    where + ": must have one document with the schema, not " + documents.size());
        }
        return of(documents.getFirst(), where, version);
    }

    /** As above, from a document. */
    public static ResourceSchema of(JsonObject document, String where, String version) {
        return switch (document.stringOrEmpty("kind")) {
            case "CustomResourceDefinition", "KindDefinition" -> ofDefinition(document, where, version);
            case "" -> new ResourceSchema(whole(document, where), Optional.empty(), JsonArray.EMPTY, JsonObject.EMPTY);
            default ->
                throw new IllegalArgumentException(where + ": kind: a " + document.stringOrEmpty("kind")
                        + " has no schema; must be a CustomResourceDefinition, a KindDefinition or an OpenAPI schema");
        };
    }

    private static ResourceSchema ofDefinition(JsonObject definition, String where, String version) {
        List<JsonObject> versions =
                definition.objectOrEmpty("spec").arrayOrEmpty("versions").objects();
        JsonObject found = versions.stream()
                .filter(each -> each.stringOrEmpty("name").equals(version))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(where + ": spec.versions: has no version " + version));
        JsonObject schema = found.objectOrEmpty("schema").objectOrEmpty("openAPIV3Schema");
        if (schema.isEmpty()) {
            throw new IllegalArgumentException(where + ": spec.versions: version " + version
                    + " has no schema.openAPIV3Schema; leave out --schema, so that the schema comes from the cluster");
        }
        JsonArray columns = found.arrayOrEmpty("additionalPrinterColumns");
        // A KindDefinition without columns has those of Chartroom, a CustomResourceDefinition has only the age.
        boolean known = !columns.isEmpty() || definition.stringOrEmpty("kind").startsWith("Custom");
        return new ResourceSchema(
                withStatus(schema),
                known ? Optional.of(columns) : Optional.empty(),
                found.arrayOrEmpty("selectableFields"),
                found.objectOrEmpty("subresources").objectOrEmpty("scale"));
    }

    private static JsonObject whole(JsonObject schema, String where) {
        JsonObject given =
                schema.objectOrEmpty("openAPIV3Schema").isEmpty() ? schema : schema.objectOrEmpty("openAPIV3Schema");
        JsonObject properties = given.objectOrEmpty("properties");
        if (given.stringOrEmpty("type").isEmpty() && properties.isEmpty()) {
            throw new IllegalArgumentException(where + ": type: required; the file must have an OpenAPI v3 schema");
        }
        boolean ofObject = properties.has("spec") || properties.has("metadata") || properties.has("apiVersion");
        JsonObject object = ofObject ? given : OBJECT.with("properties", JsonObject.of("spec", given));
        return TwinSchema.of(withStatus(object));
    }

    /** Adds a status of any content, because a twin without one would remove the status of its objects. */
    private static JsonObject withStatus(JsonObject schema) {
        JsonObject properties = schema.objectOrEmpty("properties");
        return properties.has("status") ? schema : schema.with("properties", properties.with("status", OPEN));
    }
}

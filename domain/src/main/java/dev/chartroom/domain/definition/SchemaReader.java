package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.SchemaRepair;
import java.util.Set;
import java.util.function.Consumer;

/** Reads the schema of {@code spec}, the only part of an Application whose schema the platform declares. */
final class SchemaReader {
    /** The schema of a spec that can have any fields. */
    static final Schema OPEN = Schema.of(JsonObject.builder()
            .put("type", "object")
            .put("x-kubernetes-preserve-unknown-fields", true)
            .build());

    private static final Set<String> SUPPORTED = Set.of("type", "description", "properties");

    private final SchemaExpressions expressions;

    SchemaReader(SchemaExpressions expressions) {
        this.expressions = expressions;
    }

    /**
     * Reads an {@code openAPIV3Schema}, which describes the whole object, as in a CustomResourceDefinition. The schema
     * can declare {@code apiVersion}, {@code kind} and {@code metadata}, as generators do, but must not restrict them.
     *
     * @return the schema of {@code spec}; a stand-in if a problem was noted
     */
    Schema ofSpec(DefinitionFields root) {
        type(root, "object");
        for (String keyword : root.names()) {
            if (!SUPPORTED.contains(keyword)) {
                root.ignore(keyword);
                root.problem(keyword, "is not supported here, only in the schema of spec");
            }
        }
        DefinitionFields properties = root.object("properties");
        header(properties, "apiVersion", "string");
        header(properties, "kind", "string");
        header(properties, "metadata", "object");
        if (properties.has("status")) {
            properties.problem("status", "must not be declared, because the server sets the status of an object");
        }
        return properties
                .rawObject("spec")
                .map(spec -> structural(properties, "spec", spec))
                .orElse(OPEN);
    }

    /** Returns the schema. If it is not structural, notes a problem with the field and returns a stand-in. */
    Schema structural(DefinitionFields holder, String field, JsonObject schema) {
        try {
            return Schema.of(schema, expressions);
        } catch (IllegalArgumentException e) {
            holder.problem(field, String.valueOf(e.getMessage()));
            return OPEN;
        }
    }

    /**
     * Returns the schema without the parts that are not structural.
     *
     * @param warnings receives a sentence for each part that is left out
     */
    Schema repaired(JsonObject schema, Consumer<String> warnings) {
        SchemaRepair repair = new SchemaRepair(expressions);
        Schema repaired = Schema.of(repair.repaired(schema), expressions);
        repair.changes().forEach(change -> warnings.accept(change.toString()));
        return repaired;
    }

    private static void header(DefinitionFields properties, String name, String type) {
        if (properties.has(name)) {
            DefinitionFields declared = properties.objectOrEmpty(name);
            type(declared, type);
            declared.textOr("description", "");
        }
    }

    private static void type(DefinitionFields schema, String expected) {
        String type = schema.text("type");
        if (!type.isEmpty() && !type.equals(expected)) {
            schema.problem("type", "must be " + expected + ", not \"" + type + "\"");
        }
    }
}

package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.schema.SchemaExpressions;
import dev.chartroom.domain.schema.SchemaRepair;
import java.util.Set;
import java.util.function.Consumer;

/** Reads the schema of {@code spec}, the only part of an Application whose shape is the platform's to declare. */
final class SchemaReader {
    /** A spec that may hold anything. */
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
     * Reads an {@code openAPIV3Schema}, which is that of the whole object as in a CustomResourceDefinition. The header
     * may be declared, as generators do, but not restricted.
     *
     * @return the schema of {@code spec}; a stand-in where a problem was noted
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
            properties.problem("status", "must not be declared, the status of an Application is the server's own");
        }
        return properties
                .rawObject("spec")
                .map(spec -> structural(properties, "spec", spec))
                .orElse(OPEN);
    }

    /** The schema, or a stand-in and a problem with the field that holds it. */
    Schema structural(DefinitionFields holder, String field, JsonObject schema) {
        try {
            return Schema.of(schema, expressions);
        } catch (IllegalArgumentException e) {
            holder.problem(field, String.valueOf(e.getMessage()));
            return OPEN;
        }
    }

    /**
     * The schema without the parts that are not structural.
     *
     * @param left gets a sentence for each part that is left out
     */
    Schema repaired(JsonObject schema, Consumer<String> left) {
        SchemaRepair repair = new SchemaRepair(expressions);
        Schema repaired = Schema.of(repair.repaired(schema), expressions);
        repair.changes().forEach(change -> left.accept(change.toString()));
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

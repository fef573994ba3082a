package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.constraint.Constraints;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parsed schema of one value.
 *
 * @param nullable whether null is a valid value; otherwise null means that the value is absent
 * @param extensions the keywords that Kubernetes adds to OpenAPI
 * @param properties the declared members
 * @param additionalProperties the schema of the members that {@code properties} does not name; null if there is none
 * @param items the schema of every item; null if there is none
 * @param constraints the checks of the value
 * @param defaults the defaults of absent members, each completed with the defaults that its schema contains
 * @param defaultValue the default of this value, completed with the defaults that this schema contains; null for none
 */
record SchemaNode(
        boolean nullable,
        Extensions extensions,
        Map<String, SchemaNode> properties,
        @Nullable SchemaNode additionalProperties,
        @Nullable SchemaNode items,
        Constraints constraints,
        JsonObject defaults,
        @Nullable JsonValue defaultValue) {

    /** The keywords of Kubernetes for pruning, embedded resources and list types. */
    record Extensions(boolean preservesUnknownFields, boolean embeddedResource, ListType listType) {
        static final Extensions NONE = new Extensions(false, false, ListType.ATOMIC);
    }

    /** The uniqueness that a list requires: no uniqueness, unique items, or unique keys. */
    enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    /** The schema of a value that may be present but whose content is unknown. */
    static final SchemaNode OPAQUE = of(
            true,
            Extensions.NONE,
            Map.of(),
            null,
            null,
            new ConstraintParser(SchemaExpressions.JDK).parse(JsonObject.EMPTY, "", Map.of(), null, (SchemaNode) null));

    @SuppressWarnings("ReferenceEquality") // a singleton
    boolean isOpaque() {
        return this == OPAQUE;
    }

    static SchemaNode of(
            boolean nullable,
            Extensions extensions,
            Map<String, SchemaNode> properties,
            @Nullable SchemaNode additionalProperties,
            @Nullable SchemaNode items,
            Constraints constraints) {
        JsonObject.Builder defaults = JsonObject.builder();
        properties.forEach((name, property) -> defaults.putIfPresent(name, property.defaultValue()));
        return new SchemaNode(
                nullable,
                extensions,
                // There are very many nodes, and most are scalars without properties.
                properties.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(properties)),
                additionalProperties,
                items,
                constraints,
                defaults.build(),
                null);
    }

    /** Returns this schema with a default. The default is completed with the defaults that this schema contains. */
    SchemaNode withDefault(JsonValue declared) {
        return new SchemaNode(
                nullable,
                extensions,
                properties,
                additionalProperties,
                items,
                constraints,
                defaults,
                SchemaDefaulter.withDefaults(this, declared));
    }

    /** Returns the schema of a member; null if the member is unknown. */
    @Nullable
    SchemaNode member(String name) {
        SchemaNode property = properties.get(name);
        return property == null ? additionalProperties : property;
    }
}

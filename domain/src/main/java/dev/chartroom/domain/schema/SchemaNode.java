package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schema of one value, parsed.
 *
 * @param nullable true where null is a value of its own and not the absence of one
 * @param extensions what Kubernetes adds to OpenAPI
 * @param properties the members that are declared
 * @param additionalProperties the schema of the members that {@code properties} does not name; null where there is none
 * @param items the schema of every item; null where there is none
 * @param constraints what the value has to be
 * @param defaults what the absent members become, each with the defaults inside it
 * @param defaultValue what this value becomes where it is absent, with the defaults inside it; null for none
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

    /** The keywords of Kubernetes that decide what is kept of a value. */
    record Extensions(boolean preservesUnknownFields, boolean embeddedResource, ListType listType) {
        static final Extensions NONE = new Extensions(false, false, ListType.ATOMIC);
    }

    /** Which items of a list must differ, and in what. */
    enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    /** A value of which is known only that it may be there: nothing that it holds is known. */
    static final SchemaNode OPAQUE = of(
            true,
            Extensions.NONE,
            Map.of(),
            null,
            null,
            new ConstraintParser(SchemaExpressions.JDK).parse(JsonObject.EMPTY, "", Map.of(), null, (SchemaNode) null));

    @SuppressWarnings("ReferenceEquality") // there is one
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
                // Most are of scalars, and there are very many.
                properties.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(properties)),
                additionalProperties,
                items,
                constraints,
                defaults.build(),
                null);
    }

    /** This schema with a default, which is completed with the defaults inside it. */
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

    /** The schema of a member; null where the member is unknown. */
    @Nullable
    SchemaNode member(String name) {
        SchemaNode property = properties.get(name);
        return property == null ? additionalProperties : property;
    }
}

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
 * @param additionalProperties the schema of the members that {@code properties} does not name; null where there is none
 * @param items the schema of every item; null where there is none
 * @param defaults what the absent members become, each with the defaults inside it
 * @param defaultValue what this value becomes where it is absent, with the defaults inside it; null for none
 */
record SchemaNode(
        SchemaType type,
        boolean nullable,
        Map<String, SchemaNode> properties,
        @Nullable SchemaNode additionalProperties,
        @Nullable SchemaNode items,
        JsonObject defaults,
        @Nullable JsonValue defaultValue) {

    /** Any object, of which nothing is known. */
    static final SchemaNode ANY_OBJECT = of(SchemaType.OBJECT, false, Map.of(), null, null);

    static SchemaNode of(
            SchemaType type,
            boolean nullable,
            Map<String, SchemaNode> properties,
            @Nullable SchemaNode additionalProperties,
            @Nullable SchemaNode items) {
        JsonObject.Builder defaults = JsonObject.builder();
        properties.forEach((name, property) -> defaults.putIfPresent(name, property.defaultValue()));
        return new SchemaNode(
                type,
                nullable,
                Collections.unmodifiableMap(new LinkedHashMap<>(properties)),
                additionalProperties,
                items,
                defaults.build(),
                null);
    }

    /** This schema with a default, which is completed with the defaults inside it. */
    SchemaNode withDefault(JsonValue declared) {
        return new SchemaNode(
                type,
                nullable,
                properties,
                additionalProperties,
                items,
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

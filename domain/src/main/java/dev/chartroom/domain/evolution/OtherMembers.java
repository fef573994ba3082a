package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;

/** The members of an object that its schema does not name. */
sealed interface OtherMembers {

    /** They are unknown and not shown. */
    record Unknown() implements OtherMembers {}

    /** They are allowed, but their contents are unknown. */
    record Opaque() implements OtherMembers {}

    /** They are allowed with any contents. */
    record Anything() implements OtherMembers {}

    /** Each member has this schema. */
    record Described(JsonObject schema) implements OtherMembers {}

    /** Follows the rules of SchemaParser and SchemaPruner. */
    static OtherMembers of(JsonObject schema) {
        boolean alone = schema.objectOrEmpty("properties").isEmpty();
        return switch (schema.get("additionalProperties")) {
            case JsonObject described -> new Described(described);
            case JsonBoolean allowed when !preserves(schema) && (allowed.value() || alone) -> new Opaque();
            case null, default -> preserves(schema) ? new Anything() : new Unknown();
        };
    }

    private static boolean preserves(JsonObject schema) {
        return schema.isTrue("x-kubernetes-preserve-unknown-fields");
    }
}

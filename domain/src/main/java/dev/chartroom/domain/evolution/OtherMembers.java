package dev.chartroom.domain.evolution;

import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonObject;

/** What a schema says of the members of an object that it does not name. */
sealed interface OtherMembers {

    /** There are none: whatever is there is not shown. */
    record Unknown() implements OtherMembers {}

    /** They may be there, but what they hold is unknown. */
    record Opaque() implements OtherMembers {}

    /** They may hold anything. */
    record Anything() implements OtherMembers {}

    /** Each has this schema. */
    record Described(JsonObject schema) implements OtherMembers {}

    /** As SchemaParser and SchemaPruner have it. */
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
